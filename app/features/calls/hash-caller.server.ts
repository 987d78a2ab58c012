import { createHash } from "node:crypto";
import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import type { CallEvent } from "./schema.ts";

const hashSha256 = (sha256: string, keys: ContactKeys): string => hashContact(keys, sha256);

/**
 * The hash by which the calls of a number are found: the keyed hash of its SHA-256, so that phone
 * systems need not tell us the number, and nobody can find it by trying out all numbers.
 * @param phoneE164 such as +14045550123
 */
export const hashCaller = (contactKeys: ContactKeys, phoneE164: string): string =>
  hashSha256(createHash("sha256").update(phoneE164).digest("hex"), contactKeys);

/** The hash of an event's caller; null where the event has none, or no number that can be one. */
export function hashEventCaller(
  contactKeys: ContactKeys,
  { caller, caller_sha256 }: Pick<CallEvent, "caller" | "caller_sha256">,
): string | null {
  if (caller_sha256) return hashSha256(caller_sha256, contactKeys);
  const phone = caller === undefined ? null : toE164(caller);
  return phone && hashCaller(contactKeys, phone);
}
