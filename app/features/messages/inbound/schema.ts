import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";

const MAX_RECIPIENTS = 50;
const MAX_ATTACHMENTS = 100;
/** A mail server limits a header line to 998 characters; a list of recipients may have several. */
const HEADER_LENGTH = 4_000;
const TEXT_LENGTH = 200_000;

const header = z.string().max(HEADER_LENGTH);

/** A mail that arrived at the inbound address, as the relay of the mail service posts it. */
export const inboundMailSchema = z.strictObject({
  /** The mail's own id; one that was handled before changes nothing. */
  id: header.min(1),
  to: z.union([header.transform((text) => [text]), z.array(header).max(MAX_RECIPIENTS)]),
  from: header,
  subject: header.default(""),
  /** The plain text, with what it quotes. */
  text: z.string().max(TEXT_LENGTH).overwrite(toStorableText).default(""),
  /** Their names, or how many there are. */
  attachments: z
    .union([
      z.number().int().min(0),
      z
        .array(header)
        .max(MAX_ATTACHMENTS)
        .transform((names) => names.length),
    ])
    .default(0),
  /** The headers Auto-Submitted and Precedence, where the mail has them. */
  autoSubmitted: header.nullish(),
  precedence: header.nullish(),
});
export type InboundMail = z.infer<typeof inboundMailSchema>;
