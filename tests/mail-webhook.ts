import { createHmac, randomUUID } from "node:crypto";

/** A mail as the relay of a mail service posts it. */
export type TestMail = {
  id?: string;
  to: string | string[];
  from: string;
  subject?: string;
  text?: string;
  attachments?: number | string[];
  autoSubmitted?: string;
};

type SignOptions = { secret: string; at?: Date; messageId?: string };

/** The body and the headers of a webhook call with a mail. */
export const signMail = (mail: TestMail, options: SignOptions) =>
  signEvent({ id: `<${randomUUID()}@mail.example>`, ...mail }, options);

/** The body and the headers of a webhook call, signed according to Standard Webhooks. */
export function signEvent(
  event: Record<string, unknown>,
  { secret, at = new Date(), messageId }: SignOptions,
) {
  const body = JSON.stringify(event);
  const id = messageId ?? `msg-${randomUUID()}`;
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
  };
}
