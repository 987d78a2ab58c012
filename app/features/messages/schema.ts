import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { CANNED_TITLE_LENGTH, MAX_CANNED_REPLIES, MESSAGE_LENGTH } from "./constants.ts";

/** A message as typed: browsers send two characters for a new line, which count as one. */
export const messageTextSchema = z
  .string({ error: "Write a message first." })
  .overwrite((text) => toStorableText(text).replaceAll("\r\n", "\n").trim())
  .min(1, { error: "Write a message first." })
  .max(MESSAGE_LENGTH, {
    error: `This message is too long. At most ${MESSAGE_LENGTH.toLocaleString("en-US")} characters, please.`,
  });

/** Who may read a message: an offer's id where the connected company may, too. */
const audienceSchema = z.union([z.literal("").transform(() => null), z.uuid()]).default(null);

/** The form on the customer's page. */
export const customerMessageSchema = z.object({
  text: messageTextSchema,
  offerId: audienceSchema,
});

/** The forms of a request's messages panel. */
export const messageFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("message"),
    id: z.uuid(),
    text: messageTextSchema,
    offerId: audienceSchema,
  }),
  z.object({ intent: z.literal("messages-read"), id: z.uuid() }),
]);
type MessageIntent = z.infer<typeof messageFormSchema>["intent"];

const MESSAGE_INTENTS: readonly string[] = ["message", "messages-read"] satisfies MessageIntent[];
export const isMessageForm = (form: FormData): boolean =>
  MESSAGE_INTENTS.includes(String(form.get("intent")));

/** Why a message was not stored. */
export type MessageRefusal = "not-found" | "not-connected" | "too-many";

export type MessageFormResult =
  | { ok: true; intent: MessageIntent }
  | { ok: false; intent: string; message: string };

const cannedReplySchema = z.strictObject({
  title: z
    .string()
    .overwrite((text) => toStorableText(text).trim())
    .min(1, { error: "Enter a title." })
    .max(CANNED_TITLE_LENGTH, { error: `At most ${CANNED_TITLE_LENGTH} characters.` }),
  text: messageTextSchema,
});
export type CannedReply = z.infer<typeof cannedReplySchema>;

/** Texts that staff answer often with; one row of the table `settings`. */
export const cannedRepliesSchema = z.object({
  cannedReplies: z
    .array(cannedReplySchema)
    .max(MAX_CANNED_REPLIES, { error: `At most ${MAX_CANNED_REPLIES} replies.` })
    .default([
      {
        title: "We are looking",
        text: "Thank you for your message. We are looking for a professional who fits, and we write to you here when there is news.",
      },
      {
        title: "Make and model",
        text: "Could you tell us the make and the model, and about how old it is? The label on the unit says it. If you cannot reach the label safely, leave it.",
      },
      {
        title: "Please call us",
        text: "This is easier to settle by phone. Please call us when it suits you.",
      },
    ]),
});
