import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { MINUTE_MS } from "./durations.ts";

/** Maximum difference between the time stamp of a signed message and our clock. */
const TOLERANCE_MS = 5 * MINUTE_MS;
const PEM_LINES = /-----(?:BEGIN|END) PUBLIC KEY-----|\\n|\s/g;

/** Parses an Ed25519 public key: PEM, or the base64 inside it. Null where it is not one. */
export function parseEd25519Key(text: string): KeyObject | null {
  try {
    const key = createPublicKey({
      key: Buffer.from(text.replace(PEM_LINES, ""), "base64"),
      format: "der",
      type: "spki",
    });
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** @param signature base64 over the raw bytes of the body */
export function isSignedBy(
  key: KeyObject,
  { body, signature }: { body: Uint8Array; signature: string },
): boolean {
  try {
    return verify(null, body, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

type SignedMessage = { secret: string; headers: Headers; body: Uint8Array; now: Date };

/**
 * Standard Webhooks: webhook-id, webhook-timestamp (seconds) and webhook-signature, which holds one
 * or more `v1,<base64>`, HMAC-SHA256 over "id.timestamp.body".
 * @param options.secret base64, with or without the prefix whsec_
 */
export function hasStandardWebhookSignature({
  secret,
  headers,
  body,
  now,
}: SignedMessage): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers.get(name),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((entry) => {
    const [version, text = ""] = entry.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
