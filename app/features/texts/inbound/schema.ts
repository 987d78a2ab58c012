import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";

/** Twilio takes at most 1,600 characters; other carriers' texts may arrive joined. */
const MAX_BODY_LENGTH = 10_000;

/** A text that arrived, as Twilio posts it; it has more fields. */
export const inboundTextSchema = z.object({
  MessageSid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/),
  From: z.string().min(1).max(40),
  Body: z.string().max(MAX_BODY_LENGTH).overwrite(toStorableText).default(""),
  /** How many pictures or files it has. */
  NumMedia: z.coerce.number().int().min(0).catch(0).default(0),
  /** STOP, START or HELP, where the account's own keywords are set up at Twilio. */
  OptOutType: z.string().max(20).optional(),
});
export type InboundText = z.infer<typeof inboundTextSchema>;
