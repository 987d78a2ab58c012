import { z } from "zod";
import { CONTACT_SYNC_TARGET, DELIVERY_TARGETS } from "#app/lib/delivery-targets.ts";
import { isPhone } from "#app/lib/phone.ts";
import { toStorableText } from "#app/lib/text.ts";
import { consentTemplateSchema, DEFAULT_CONSENT_TEMPLATE } from "./consent-template.ts";
import { MAX_NUMBERS, phoneNumberSchema } from "./phone-numbers.ts";

const textSchema = (max: number) =>
  z
    .string()
    .overwrite(toStorableText)
    .trim()
    .min(1, { error: "Fill this in." })
    .max(max, { error: `At most ${max} characters.` });
const emailSchema = () =>
  z
    .string()
    .trim()
    .pipe(z.email({ error: "Enter an email address, such as help@example.com." }).max(200));

function isDate(text: string): boolean {
  const [, month, day, year] = (/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []).map(Number);
  if (!month || !day || !year) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** IANA time zones that this process supports. */
export const listTimeZones = (): string[] => [...Intl.supportedValuesOf("timeZone"), "UTC"];
const isTimeZone = (zone: string) => listTimeZones().includes(zone);

/**
 * What pages, consent texts and mails need to know about the business. The defaults are for a new
 * installation.
 */
export const siteSettingsSchema = z.object({
  brand: textSchema(60).default("Henry's Helpline"),
  persona: textSchema(30).default("Henry"),
  company: textSchema(80).default("Henry's Helpline LLC"),
  /** A number reserved for fiction until the operator sets the real one. */
  phone: textSchema(30)
    .refine(isPhone, { error: "Enter a US phone number with ten digits, such as (800) 555-0199." })
    .default("(800) 555-0199"),
  /** Further numbers, for the calls of groups of pages. */
  phoneNumbers: z.array(phoneNumberSchema).max(MAX_NUMBERS).default([]),
  email: emailSchema().default("support@henryshelpline.example"),
  helpEmail: emailSchema().default("help@henryshelpline.example"),
  regularHours: textSchema(60).default("7 AM - 9 PM"),
  emergencyHours: textSchema(60).default("24/7"),
  serviceArea: textSchema(80).default("All major US cities"),
  policyDate: textSchema(20)
    .refine(isDate, { error: "Enter a date as month/day/year, such as 4/1/2025." })
    .default("4/1/2025"),
  copyrightYear: textSchema(9)
    .regex(/^\d{4}(?:-\d{4})?$/, { error: "Enter a year such as 2025, or two such as 2023-2025." })
    .default("2025"),
  timeZone: textSchema(60)
    .refine(isTimeZone, { error: "Choose a time zone from the list." })
    .default("America/New_York"),
  /** Ids of the claims that are shown in their neutral wording. */
  neutralClaims: z.array(z.string()).default([]),
  /** Whether claims without evidence are neutral too, and which these are: they are checked nightly. */
  claimsOnlyWithEvidence: z.boolean().default(false),
  unprovenClaims: z.array(z.string()).default([]),
  /** Names in the insurance strip; no trademarks. */
  insurancePartners: z
    .array(textSchema(40))
    .max(8, { error: "At most 8 names." })
    .default([
      "Homeowner policies",
      "Renter policies",
      "Auto policies",
      "Home warranty plans",
      "Flood policies",
    ]),
  consentTemplate: consentTemplateSchema.default(DEFAULT_CONSENT_TEMPLATE),
  /** Where new requests are delivered; each keeps the target it was stored with. */
  deliveryTarget: z.enum(DELIVERY_TARGETS).default(CONTACT_SYNC_TARGET),
  /**
   * Since when files for ad platforms may have hashes of email addresses and phone numbers, of
   * requests sent from then on; "": they have none. The privacy policy says which.
   */
  adContactHashesSince: z.union([z.literal(""), z.iso.datetime()]).default(""),
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

/** The form of the general settings. */
export const generalSettingsSchema = siteSettingsSchema.omit({
  phoneNumbers: true,
  adContactHashesSince: true,
  neutralClaims: true,
  claimsOnlyWithEvidence: true,
  unprovenClaims: true,
  consentTemplate: true,
  deliveryTarget: true,
});
export type GeneralSettings = z.infer<typeof generalSettingsSchema>;
export type GeneralField = keyof GeneralSettings;
