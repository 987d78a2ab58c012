import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret as receivers get it: 32 random bytes in base64 after `whsec_`. */
export const createWebhookSecret = (): string =>
  PREFIX + randomBytes(SECRET_BYTES).toString("base64");

type Message = { id: string; at: Date; body: string };

/**
 * The headers of a message by Standard Webhooks 1.0: a receiver accepts one of the signatures, so that
 * the secret before is still right while it is being replaced.
 * @param secrets the current one, and the one before until it ends
 */
export function signMessage(
  { id, at, body }: Message,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
