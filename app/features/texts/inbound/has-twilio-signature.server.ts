import { createHmac, timingSafeEqual } from "node:crypto";

type SignedCall = {
  authToken: string;
  /** The URL that is set at Twilio. */
  url: string;
  fields: URLSearchParams;
  signature: string | null;
};

/**
 * Twilio's X-Twilio-Signature: base64 of HMAC-SHA-1 over the URL and the fields, sorted by name, each
 * as name and value without anything between. It has no time: a call that comes again has the same.
 */
export function hasTwilioSignature({ authToken, url, fields, signature }: SignedCall): boolean {
  if (!signature) return false;
  const names = [...new Set(fields.keys())].sort();
  const signed = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => name + value),
  );
  const expected = createHmac("sha1", authToken)
    .update(url + signed.join(""))
    .digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
