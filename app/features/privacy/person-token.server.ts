import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type ContactKeys, getNewestKey } from "#app/lib/contact-keys.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { PERSON_TOKEN_MINUTES } from "./constants.ts";
import type { Person } from "./schema.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for each purpose, so that a token of one kind is never valid as another. */
export const derivePrivacyKey = (contactKey: Buffer, purpose: string) =>
  Buffer.from(hkdfSync("sha256", contactKey, "", `privacy:${purpose}`, 32));

/**
 * Parses a typed contact, normalized as in requests; null if it is neither a phone number nor an
 * email address.
 */
export function parsePerson(contact: string): Person | null {
  const text = contact.trim();
  if (text.includes("@"))
    return /^[^\s@]+@[^\s@]+$/.test(text) ? { kind: "email", value: text.toLowerCase() } : null;
  const phone = toE164(text);
  return phone ? { kind: "phone", value: phone } : null;
}

type TokenOptions = { person: Person; staffId: string; now: Date };

/**
 * An encrypted reference to a person for URLs and forms. Valid for one staff member and
 * `PERSON_TOKEN_MINUTES`.
 */
export function createPersonToken(
  contactKeys: ContactKeys,
  { person, staffId, now }: TokenOptions,
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(
    ALGORITHM,
    derivePrivacyKey(getNewestKey(contactKeys), "person"),
    iv,
  ).setAAD(Buffer.from(staffId));
  const text = JSON.stringify([
    person.kind,
    person.value,
    now.getTime() + PERSON_TOKEN_MINUTES * MINUTE_MS,
  ]);
  return Buffer.concat([
    iv,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString("base64url");
}

/** The person of a token; null if it is invalid, expired or for another staff member. */
export function parsePersonToken(
  contactKeys: ContactKeys,
  { token, staffId, now }: { token: string; staffId: string; now: Date },
): Person | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(
      ALGORITHM,
      derivePrivacyKey(getNewestKey(contactKeys), "person"),
      bytes.subarray(0, IV_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(staffId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString("utf8");
    const [kind, value, until] = JSON.parse(text) as [Person["kind"], string, number];
    return until > now.getTime() ? { kind, value } : null;
  } catch {
    return null;
  }
}

/** Path of a person's page in the portal. */
export const getPersonPath = (token: string) =>
  `/backyard/people?${new URLSearchParams({ person: token })}`;
