import { randomUUIDv7 } from "node:crypto";
import { type OptOutScope, suppressions } from "#app/db/tables/consent.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import { type HashedContact, hashContacts } from "#app/lib/hashed-contacts.server.ts";
import { queueOptOuts } from "./queue-opt-outs.server.ts";

type OptOut = {
  /** Where the opt-out came from, such as "staff" or "stop-link". */
  source: string;
  /** By default everybody: our company, and professionals who have the details. */
  scope?: OptOutScope;
  now: Date;
};

/**
 * As `suppressContact`, for callers that have only the hashes.
 * @param options.except a CRM contact that already has the opt-out
 * @returns the ids of the opt-outs, one for each contact
 */
export async function suppressHashes(
  db: Connection,
  options: OptOut & { contacts: HashedContact[]; except?: string },
): Promise<string[]> {
  const { contacts, source, scope, now, except } = options;
  const rows = contacts.map((contact) => ({
    id: randomUUIDv7(),
    ...contact,
    source,
    scope,
    optedOutAt: now,
  }));
  if (rows.length === 0) return [];
  await db.insert(suppressions).values(rows);
  await queueOptOuts(db, { hashes: contacts.map((contact) => contact.contactHash), now, except });
  return rows.map(({ id }) => id);
}

/**
 * Opts a person out: requests with an older consent are no longer delivered or offered, and their
 * contacts in the CRM are set to do-not-disturb. With the scope "all", a professional who has the
 * details no longer sees them and is told. A newer consent ends the opt-out. Only keyed hashes are
 * stored.
 * @returns how many contacts (phone, email) were opted out
 */
export async function suppressContact(
  db: Connection,
  options: OptOut & { phone?: string; email?: string; contactKeys: ContactKeys },
): Promise<number> {
  const { source, scope, now } = options;
  const contacts = hashContacts(options.contactKeys, options);
  return (await suppressHashes(db, { contacts, source, scope, now })).length;
}
