import { z } from "zod";
import { normalizePhoneDigits } from "#app/lib/phone.ts";
import { toStorableText } from "#app/lib/text.ts";
import {
  ADDRESS_LENGTH,
  CHECKS,
  CITY_LENGTH,
  EMAIL_LENGTH,
  EVIDENCE_LENGTH,
  KEY_NAME_LENGTH,
  MAX_AMOUNT,
  MAX_CATEGORIES,
  MAX_ZIPS,
  NAME_LENGTH,
  PHONE_LENGTH,
  SECRET_LENGTH,
  SECRET_MIN_LENGTH,
  STATE_LENGTH,
  STATUSES,
  URL_LENGTH,
} from "./constants.ts";
import { parseZips, summarizeWords } from "./profile/parse-zips.ts";

const MIN_PHONE_DIGITS = 10;
const MAX_PHONE_DIGITS = 15;

const textLine = (max: number) =>
  z
    .string()
    .transform((text) => toStorableText(text).trim())
    .pipe(z.string().max(max, { error: `Use at most ${max} characters.` }));
const requiredText = (max: number, error: string) =>
  textLine(max).pipe(z.string().min(1, { error }));
const orNull = (text: string) => text || null;
const optionalText = (max: number) => textLine(max).transform(orNull);
const isPhone = (text: string) => {
  const { length } = normalizePhoneDigits(text);
  return length >= MIN_PHONE_DIGITS && length <= MAX_PHONE_DIGITS;
};
const PHONE_ERROR = "Enter a phone number with its area code.";

export const CREDITS_ERROR = "Enter a number from 0 to 1,000,000 with at most two decimals.";

/** Dollars as typed, with at most two decimals. Empty is null. */
const amount = textLine(20).transform((text, context) => {
  if (text === "") return null;
  if (/^\d*\.?\d{0,2}$/.test(text) && /\d/.test(text) && Number(text) <= MAX_AMOUNT)
    return Number(text);
  context.addIssue({
    code: "custom",
    message: CREDITS_ERROR,
  });
  return z.NEVER;
});

/**
 * Credits as typed; empty is zero. A balance may be below zero, so that the profile of a provider who owes
 * credits can be saved: `checkProfile` refuses what is lower than it was.
 */
const credits = textLine(20).transform((text, context) => {
  const digits = text.startsWith("-") ? text.slice(1) : text;
  const parsed = amount.safeParse(digits);
  if (parsed.success) return (parsed.data ?? 0) * (digits === text ? 1 : -1);
  context.addIssue({ code: "custom", message: CREDITS_ERROR });
  return z.NEVER;
});

const dayOrEmpty = z.union(
  [z.literal("").transform(() => null), z.iso.date({ error: "Enter a date." })],
  { error: "Enter a date." },
);

const zipList = z.string().transform((text, context) => {
  const { zips, unreadable } = parseZips(text);
  if (unreadable.length > 0)
    context.addIssue({ code: "custom", message: `Not ZIP codes: ${summarizeWords(unreadable)}.` });
  if (zips.length > MAX_ZIPS)
    context.addIssue({
      code: "custom",
      message: `Use at most ${MAX_ZIPS.toLocaleString("en-US")} ZIP codes.`,
    });
  return zips;
});

/** A provider's profile, by the field names of forms and files. */
export const profileSchema = z.object({
  company_name: requiredText(NAME_LENGTH, "Enter the company name."),
  contact_name: requiredText(NAME_LENGTH, "Enter the contact name."),
  phone: requiredText(PHONE_LENGTH, "Enter the phone number.").refine(
    (text) => !text || isPhone(text),
    {
      error: PHONE_ERROR,
    },
  ),
  contact_email: textLine(EMAIL_LENGTH)
    .refine((text) => text === "" || z.email().safeParse(text).success, {
      error: "Enter an email address, such as name@example.com.",
    })
    .transform(orNull),
  business_address: optionalText(ADDRESS_LENGTH),
  business_city: optionalText(CITY_LENGTH),
  business_state: textLine(STATE_LENGTH)
    .refine((text) => text === "" || /^[a-z]{2}$/i.test(text), {
      error: "Use two letters, such as GA.",
    })
    .transform((text) => orNull(text.toUpperCase())),
  business_zip: textLine(5)
    .refine((text) => text === "" || /^\d{5}$/.test(text), { error: "Use five digits." })
    .transform(orNull),
  service_categories: z
    .array(z.string())
    .max(MAX_CATEGORIES, { error: `Choose at most ${MAX_CATEGORIES}.` }),
  service_area_zips: zipList,
  verification_status: z.enum(STATUSES, { error: `Use one of ${STATUSES.join(", ")}.` }),
  verified_until: dayOrEmpty,
  credits,
});
export type Profile = z.infer<typeof profileSchema>;
export type ProfileField = keyof Profile;
export const PROFILE_FIELDS = Object.keys(profileSchema.shape) as ProfileField[];

const isHttpsUrl = (text: string) =>
  URL.canParse(text) && new URL(text).protocol === "https:" && !/\s/.test(text);

type JobRange = { min_job_value: number | null; max_job_value: number | null };
export const isJobRange = ({ min_job_value: min, max_job_value: max }: JobRange) =>
  min === null || max === null || min <= max;
export const jobRangeError = {
  error: "The maximum is below the minimum.",
  path: ["max_job_value"],
};

export const settingsSchema = z
  .object({
    call_routing_phone: textLine(PHONE_LENGTH)
      .refine((text) => text === "" || isPhone(text), { error: PHONE_ERROR })
      .transform(orNull),
    calendar_integration_url: textLine(URL_LENGTH)
      .refine((text) => text === "" || isHttpsUrl(text), {
        error: "Enter an address that begins with https://.",
      })
      .transform(orNull),
    email_notifications: z.boolean(),
    sms_notifications: z.boolean(),
    min_job_value: amount,
    max_job_value: amount,
  })
  .refine(isJobRange, jobRangeError);
export type ProviderSettings = z.infer<typeof settingsSchema>;
export type SettingsField = keyof ProviderSettings;
export const SETTINGS_FIELDS = Object.keys(settingsSchema.shape) as SettingsField[];
/** Whether a setting is a check box in its form, as booleans are. */
export const isCheckbox = (field: SettingsField): boolean =>
  settingsSchema.shape[field] instanceof z.ZodBoolean;
/** The settings of a provider before the first save: the defaults of the columns. */
export const DEFAULT_SETTINGS: ProviderSettings = {
  call_routing_phone: null,
  calendar_integration_url: null,
  email_notifications: true,
  sms_notifications: false,
  min_job_value: null,
  max_job_value: null,
};

/** The audit log has personal data only as hashes; the kind says how a value is normalized first. */
export type PersonalKind = "text" | "email" | "phone";
export const PERSONAL_FIELDS: Record<ProfileField | SettingsField, PersonalKind | false> = {
  company_name: false,
  contact_name: "text",
  phone: "phone",
  contact_email: "email",
  business_address: "text",
  business_city: false,
  business_state: false,
  business_zip: false,
  service_categories: false,
  service_area_zips: false,
  verification_status: false,
  verified_until: false,
  credits: false,
  call_routing_phone: "phone",
  calendar_integration_url: "text",
  email_notifications: false,
  sms_notifications: false,
  min_job_value: false,
  max_job_value: false,
};

export const keySchema = z.object({
  name: textLine(KEY_NAME_LENGTH).pipe(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 _.-]*$/, {
      error:
        "Start with a letter or digit, then use letters, digits, spaces, dots, hyphens and underscores.",
    }),
  ),
  secret: textLine(SECRET_LENGTH).pipe(
    z
      .string()
      .min(SECRET_MIN_LENGTH, { error: `A key has at least ${SECRET_MIN_LENGTH} characters.` }),
  ),
});

export const evidenceSchema = z.object({
  check: z.enum(CHECKS, { error: "Choose what was checked." }),
  description: requiredText(EVIDENCE_LENGTH, "Describe what was seen, such as the license number."),
  checked_by: requiredText(NAME_LENGTH, "Enter who checked it."),
  valid_until: dayOrEmpty,
});

export type FieldErrors = Record<string, string>;

/** The reply to a form of an open provider. */
export type ProviderReply =
  | { ok: true; intent: string; message: string; id?: string }
  | { ok: false; intent: string; message: string; errors?: FieldErrors; conflict?: true };

export type StatusReply =
  | {
      ok: true;
      id: string;
      status: (typeof STATUSES)[number];
      verifiedUntil: string | null;
      counts: ProviderCounts;
    }
  | { ok: false; reason: string };

export type ProviderCounts = {
  total: number;
  verified: number;
  activeSubscriptions: number;
  pending: number;
};

export type ImportProblem = { line: number; column: string | null; message: string };
export type ImportReport = {
  rows: number;
  validRows: number;
  problems: ImportProblem[];
  invalidRows: number;
  ignoredColumns: string[];
};
export type ImportReply =
  | { ok: true; step: "checked" | "imported"; report: ImportReport }
  | { ok: false; message: string };
