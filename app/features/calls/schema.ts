import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";

export const CALL_EVENTS = ["call.started", "call.connected", "call.ended"] as const;

const text = z.string().overwrite(toStorableText).trim().min(1).max(200);

/** An event of a call, as the phone system sends it. */
export const callEventSchema = z.strictObject({
  type: z.enum(CALL_EVENTS),
  /** The phone system's id of the call, which all its events share. */
  id: text,
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Where the caller saw the number, such as a page or a campaign. */
  source: text.optional(),
});
export type CallEvent = z.infer<typeof callEventSchema>;
