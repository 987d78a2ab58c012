import { z } from "zod";
import { isPhone, normalizePhoneDigits } from "#app/lib/phone.ts";
import { toStorableText } from "#app/lib/text.ts";

export const CALL_EVENTS = ["call.started", "call.connected", "call.ended"] as const;

const text = z.string().overwrite(toStorableText).trim().min(1).max(200);

/** An event of a call, as the phone system sends it. */
export const callEventSchema = z
  .strictObject({
    type: z.enum(CALL_EVENTS),
    /** The phone system's id of the call, which all its events share. */
    id: text,
    at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    /** Where the caller saw the number, such as a page or a campaign. */
    source: text.optional(),
    /** Our number that was called, in E.164. */
    called: z
      .string()
      .max(30)
      .refine(isPhone, { error: "must be a US phone number, such as +18005550199" })
      .transform((phone) => `+1${normalizePhoneDigits(phone)}`)
      .optional(),
    /** SHA-256 of the caller's number in E.164, in hex. */
    caller_sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, { error: "must be 64 hex digits" })
      .toLowerCase()
      .optional(),
    /**
     * The caller's number, for phone systems that cannot hash. Words such as "anonymous" are
     * accepted, so that a call with a withheld number still counts.
     */
    caller: z.string().max(100).optional(),
  })
  .refine((event) => event.caller === undefined || event.caller_sha256 === undefined, {
    path: ["caller"],
    error: "send caller or caller_sha256, not both",
  });
export type CallEvent = z.infer<typeof callEventSchema>;
