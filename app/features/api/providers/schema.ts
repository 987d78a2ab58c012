import { z } from "zod";
import {
  ADDRESS_LENGTH,
  CITY_LENGTH,
  EMAIL_LENGTH,
  MAX_CATEGORIES,
  MAX_ZIPS,
  NAME_LENGTH,
  PHONE_LENGTH,
  STATE_LENGTH,
  STATUSES,
} from "#app/features/providers/constants.ts";
import { toStorableText } from "#app/lib/text.ts";
import { instant, named, nextCursor, pageQuery } from "../schema.ts";

const ZIP = /^\d{5}$/;
const status = z.enum(STATUSES).describe("Whether staff have verified the company.");

/** Only with providers:personal. */
const personalSchema = named(
  "ProviderPersonalData",
  z.object({
    contact_name: z.string(),
    phone: z.string(),
    contact_email: z.string().nullable(),
    business_address: z.string().nullable().describe("Street and number."),
  }),
);

const shared = {
  id: z.uuid(),
  version: z.int().describe("Counts up with every change of the profile; the ETag contains it."),
  company_name: z.string(),
  verification_status: status,
  verified_until: instant("When the verification ends; null where it has no end.").nullable(),
  business_city: z.string().nullable(),
  business_state: z.string().nullable(),
  business_zip: z.string().nullable(),
  service_categories: z.array(z.string()).describe("Services and groups of the catalog."),
  reputation: z.number().nullable().describe("From 0 to 5, of all reviews; null without one."),
  jobs_completed: z.int(),
  is_demo: z.boolean().describe("Made up for demonstrations."),
  created_at: instant("When the provider was added."),
};
const personal = personalSchema.optional().describe("Absent without the scope providers:personal.");

export const providerSchema = named(
  "Provider",
  z.object({
    ...shared,
    service_area_zips: z.array(z.string()).describe("The ZIP codes of the area."),
    personal,
  }),
);
export const providerWithoutPersonal = providerSchema.omit({ personal: true });
export type ApiProvider = z.input<typeof providerSchema>;

const listedProviderSchema = named(
  "ListedProvider",
  z.object({
    ...shared,
    service_area_size: z.int().describe("How many ZIP codes the area has."),
    personal,
  }),
);
export const providerListSchema = named(
  "ProviderList",
  z.object({ data: z.array(listedProviderSchema), next_cursor: nextCursor }),
);
export const providerListWithoutPersonal = z.object({
  data: z.array(listedProviderSchema.omit({ personal: true })),
  next_cursor: nextCursor,
});

export const providerListQuery = z.strictObject({
  status: status.optional().describe("Only providers with this status."),
  zip: z
    .string()
    .regex(ZIP, { error: "A ZIP code has five digits." })
    .optional()
    .describe("Only providers whose area has this ZIP code."),
  ...pageQuery,
});

const line = (max: number) => z.string().max(max).overwrite(toStorableText);

/** What the form of the profile checks beyond this, it checks here too. */
export const providerChangeSchema = named(
  "ProviderChange",
  z
    .strictObject({
      company_name: line(NAME_LENGTH),
      contact_name: line(NAME_LENGTH).describe("Needs providers:personal."),
      phone: line(PHONE_LENGTH).describe("Needs providers:personal."),
      contact_email: line(EMAIL_LENGTH).nullable().describe("Needs providers:personal."),
      business_address: line(ADDRESS_LENGTH).nullable().describe("Needs providers:personal."),
      business_city: line(CITY_LENGTH).nullable(),
      business_state: line(STATE_LENGTH).nullable(),
      business_zip: z.string().regex(ZIP, { error: "A ZIP code has five digits." }).nullable(),
      service_categories: z.array(line(NAME_LENGTH)).max(MAX_CATEGORIES),
      service_area_zips: z
        .array(z.string().regex(ZIP, { error: "A ZIP code has five digits." }))
        .max(MAX_ZIPS)
        .describe("Replaces the whole area, and what the provider entered as distances."),
    })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, {
      error: "Send at least one field.",
    }),
);
export const PERSONAL_CHANGES = [
  "contact_name",
  "phone",
  "contact_email",
  "business_address",
] as const;
