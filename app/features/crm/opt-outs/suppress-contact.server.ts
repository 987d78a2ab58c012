import { randomUUIDv7 } from "node:crypto";
import { suppressions } from "#app/db/tables/consent.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { type ContactKeys, getKeyVersion, hashContact } from "#app/lib/contact-keys.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { queueOptOuts } from "./queue-opt-outs.server.ts";

/** `keyVersion`: of the keys that the hash was made with. */
export type HashedContact = { kind: "phone" | "email"; contactHash: string; keyVersion: number };

/**
 * Keyed hashes of a phone and an e-mail, as stored in suppressions; invalid values are left out.
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

/**
 * As `suppressContact`, for callers that have only the hashes.
 * @param options.except a CRM contact that already has the opt-out
 * @returns how many contacts were opted out
 */
export async function suppressHashes(
  db: Connection,
  options: { contacts: HashedContact[]; source: string; now: Date; except?: string },
): Promise<number> {
  const { contacts, source, now, except } = options;
  const rows = contacts.map((contact) => ({
    id: randomUUIDv7(),
    ...contact,
    source,
    optedOutAt: now,
  }));
  if (rows.length === 0) return 0;
  await db.insert(suppressions).values(rows);
  await queueOptOuts(db, { hashes: contacts.map((contact) => contact.contactHash), now, except });
  return rows.length;
}

/**
 * Opts a person out: requests with an older consent are no longer delivered, and their contacts in
 * the CRM are set to do-not-disturb. A newer consent ends the opt-out. Only keyed hashes are
 * stored.
 * @returns how many contacts (phone, e-mail) were opted out
 */
export async function suppressContact(
  db: Connection,
  options: { phone?: string; email?: string; source: string; now: Date; contactKeys: ContactKeys },
): Promise<number> {
  return suppressHashes(db, {
    contacts: hashContacts(options.contactKeys, options),
    source: options.source,
    now: options.now,
  });
}
