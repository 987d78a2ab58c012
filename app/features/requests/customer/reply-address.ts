import type { Env } from "#app/lib/env.server.ts";

type InboundEnv = Pick<Env, "INBOUND_MAIL_ADDRESS" | "MAIL_WEBHOOK_SECRET">;

/** First line of mails that can be answered. What an answer has below it is a quote of our mail. */
export const REPLY_MARKER = "--- Please write your answer above this line ---";

/** Whether answers to mails arrive here, through `POST /webhooks/mail`. */
export const canReceiveMail = (env: InboundEnv): boolean =>
  env.INBOUND_MAIL_ADDRESS !== undefined && env.MAIL_WEBHOOK_SECRET !== undefined;

const splitAddress = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf("@");
  return [address.slice(0, at), address.slice(at + 1)];
};

/** The address where the answer to one mail arrives; undefined where none can. */
export function buildReplyAddress(env: InboundEnv, key: string): string | undefined {
  if (!env.INBOUND_MAIL_ADDRESS || !canReceiveMail(env)) return undefined;
  const [local, domain] = splitAddress(env.INBOUND_MAIL_ADDRESS);
  return `${local}+${key}@${domain}`;
}

/**
 * The key in the first recipient that is a reply address; null where none is.
 * @param recipients as in mail headers, such as "Henry <reply+key@example.com>, b@example.com"
 */
export function findReplyKey(env: InboundEnv, recipients: readonly string[]): string | null {
  if (!env.INBOUND_MAIL_ADDRESS) return null;
  const [local, domain] = splitAddress(env.INBOUND_MAIL_ADDRESS.toLowerCase());
  const [start, end] = [`${local}+`, `@${domain}`];
  const addresses = recipients.flatMap((text) => text.toLowerCase().split(/[\s,;<>"]/));
  const found = addresses.find((address) => address.startsWith(start) && address.endsWith(end));
  return found?.slice(start.length, -end.length) || null;
}
