import { type ContactKeys, getKeyVersion, hashContact } from "./contact-keys.server.ts";
import { toE164 } from "./phone.server.ts";

/** `keyVersion`: of the keys that the hash was made with. */
export type HashedContact = { kind: "phone" | "email"; contactHash: string; keyVersion: number };

/**
 * Keyed hashes of a phone and an email, as stored in suppressions; invalid values are left out.
 */
export function hashContacts(
  contactKeys: ContactKeys,
  { phone, email }: { phone?: string; email?: string },
): HashedContact[] {
  const e164 = phone ? toE164(phone) : null;
  const address = email?.trim().toLowerCase();
  const build = (kind: HashedContact["kind"], value: string): HashedContact => ({
    kind,
    contactHash: hashContact(contactKeys, value),
    keyVersion: getKeyVersion(contactKeys),
  });
  return [...(e164 ? [build("phone", e164)] : []), ...(address ? [build("email", address)] : [])];
}

type StoredHashes = { phoneHash: string | null; emailHash: string | null; keyVersion: number };

/** The contacts of a stored request; an erased one has none. */
export const listRequestContacts = ({
  phoneHash,
  emailHash,
  keyVersion,
}: StoredHashes): HashedContact[] => [
  ...(phoneHash ? [{ kind: "phone" as const, contactHash: phoneHash, keyVersion }] : []),
  ...(emailHash ? [{ kind: "email" as const, contactHash: emailHash, keyVersion }] : []),
];
