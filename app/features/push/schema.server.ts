import { z } from "zod";
import { MAX_ENDPOINT_LENGTH } from "./push-services.ts";
import { parseTime } from "./quiet-hours.ts";

const P256_POINT_BYTES = 65;
const UNCOMPRESSED_POINT = 4;
const AUTH_SECRET_BYTES = 16;
const MAX_ZONE_LENGTH = 60;

/** base64url without padding, of exactly so many bytes. */
const base64url = (bytes: number) =>
  z
    .string()
    .length(Math.ceil((bytes * 4) / 3))
    .regex(/^[\w-]*$/);

/** A browser's subscription, as its Push API returns it. */
export const subscriptionSchema = z.strictObject({
  endpoint: z.string().max(MAX_ENDPOINT_LENGTH),
  /** The browser's public key: a point of P-256. */
  p256dh: base64url(P256_POINT_BYTES).refine(
    (text) => Buffer.from(text, "base64url")[0] === UNCOMPRESSED_POINT,
  ),
  auth: base64url(AUTH_SECRET_BYTES),
});
export type SubscriptionInput = z.infer<typeof subscriptionSchema>;

export const deviceSchema = z.strictObject({ device: z.uuid() });

const timeSchema = z
  .string()
  .max(5)
  .transform((text, context) => {
    const minutes = parseTime(text);
    if (minutes !== null) return minutes;
    context.addIssue({ code: "custom", message: "Enter a time, such as 10:00 PM." });
    return z.NEVER;
  });

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The quiet hours of a person; without `isOn` they are turned off, and the rest is left out. */
export const quietSchema = z
  .strictObject({
    isOn: z.literal("on").optional(),
    from: timeSchema.optional(),
    to: timeSchema.optional(),
    timeZone: z
      .string()
      .max(MAX_ZONE_LENGTH)
      .regex(/^[\w/+-]+$/)
      .refine(isTimeZone),
    alarms: z.literal("on").optional(),
  })
  .transform((values, context) => {
    const alarmsWhenQuiet = values.alarms === "on";
    if (!values.isOn)
      return { quietFrom: null, quietTo: null, timeZone: values.timeZone, alarmsWhenQuiet };
    const { from: quietFrom = null, to: quietTo = null, timeZone } = values;
    for (const [field, minutes] of [
      ["from", quietFrom],
      ["to", quietTo],
    ] as const)
      if (minutes === null)
        context.addIssue({ code: "custom", path: [field], message: "Enter a time." });
    if (quietFrom !== null && quietFrom === quietTo)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: "Choose another time: these hours begin and end at once.",
      });
    return { quietFrom, quietTo, timeZone, alarmsWhenQuiet };
  });
export type QuietInput = z.infer<typeof quietSchema>;
