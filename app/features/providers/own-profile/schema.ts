import { z } from "zod";
import { isJobRange, jobRangeError, profileSchema, settingsSchema } from "../schema.ts";
import { MAX_OFFERS_PER_DAY } from "./constants.ts";

const { shape } = profileSchema;

export const companySchema = profileSchema.pick({
  company_name: true,
  business_address: true,
  business_city: true,
  business_state: true,
  business_zip: true,
});
export const contactSchema = z.object({
  contact_name: shape.contact_name,
  phone: shape.phone,
  // Staff may leave it out for a company that they call; who has this page wants their offers.
  contact_email: shape.contact_email.refine((email) => email !== null, {
    error: "Enter an email address: offers go there.",
  }),
});
export const jobValueSchema = z
  .object({
    min_job_value: settingsSchema.shape.min_job_value,
    max_job_value: settingsSchema.shape.max_job_value,
  })
  .refine(isJobRange, jobRangeError);

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const clock = z.string().transform((text, context) => {
  if (text === "") return null;
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  context.addIssue({ code: "custom", message: "Use a time such as 08:00 or 17:30." });
  return z.NEVER;
});

/** One day: both times, or neither for a day without offers. Midnight to midnight is the whole day. */
const daySchema = z.object({ from: clock, until: clock }).transform(({ from, until }, context) => {
  if (from === null && until === null) return null;
  const issue = (message: string) => context.addIssue({ code: "custom", message });
  if (from === null || until === null) issue("Enter both times, or none for no offers.");
  else if (from === until && from > 0) issue("The two times are the same.");
  else return { from, until: until === 0 ? DAY_MINUTES : until };
  return z.NEVER;
});

const most = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === "") return null;
    const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= MAX_OFFERS_PER_DAY) return count;
    context.addIssue({
      code: "custom",
      message: `Enter a number from 1 to ${MAX_OFFERS_PER_DAY}, or nothing for any number.`,
    });
    return z.NEVER;
  });

export const hoursSchema = z.object({
  /** Without hours, offers come at any time. */
  any_time: z.boolean(),
  days: z.array(daySchema).length(7),
  most,
});
