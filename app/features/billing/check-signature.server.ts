import { createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_TOLERANCE_SECONDS } from "./constants.ts";

/** Stripe sends one v1 signature per active secret, which is two while a secret is being rolled. */
const MAX_SIGNATURES = 10;

/**
 * Verifies the header `Stripe-Signature`: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">, over the raw
 * bytes of the body.
 */
export function isSignedByStripe(options: {
  header: string | null;
  body: Buffer;
  secret: string;
  now: Date;
}): boolean {
  const { header, body, secret, now } = options;
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > SIGNATURE_TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const signatures = parts.flatMap(([name, value]) =>
    name === "v1" && /^[0-9a-f]{64}$/.test(value ?? "") ? [Buffer.from(value ?? "", "hex")] : [],
  );
  return signatures
    .slice(0, MAX_SIGNATURES)
    .some((signature) => timingSafeEqual(signature, expected));
}
