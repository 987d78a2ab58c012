import { createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_TOLERANCE_SECONDS } from "./constants.ts";

/** One v1 value for each secret while a secret is being replaced; nobody sends many. */
const MOST_SIGNATURES = 10;

/**
 * The header `Stripe-Signature`: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">, over the body's
 * bytes as they came.
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
  const wanted = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const given = parts.flatMap(([name, value]) =>
    name === "v1" && /^[0-9a-f]{64}$/.test(value ?? "") ? [Buffer.from(value ?? "", "hex")] : [],
  );
  return given.slice(0, MOST_SIGNATURES).some((signature) => timingSafeEqual(signature, wanted));
}
