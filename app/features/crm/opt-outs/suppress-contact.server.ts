import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { suppressions } from "#app/db/tables/consent.server.ts";
import { queueOptOuts } from "#app/features/crm/opt-outs/queue-opt-outs.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";

/** A pool, or a transaction. */
type Writer = Pick<Database, "insert" | "execute">;
export type HashedContact = { kind: "phone" | "email"; contactHash: string };

/** Keyed hashes of a phone and an e-mail as suppressions keep them; what is neither is left out. */
export function hashContacts(
  contactKey: Buffer,
  { phone, email }: { phone?: string; email?: string },
): HashedContact[] {
  const e164 = phone ? toE164(phone) : null;
  const address = email?.trim().toLowerCase();
  return [
    ...(e164 ? [{ kind: "phone" as const, contactHash: contactHash(contactKey, e164) }] : []),
    ...(address ? [{ kind: "email" as const, contactHash: contactHash(contactKey, address) }] : []),
  ];
}

/**
 * As `suppressContact`, where only the hashes are known.
 * @param options.except a contact of the CRM that knows of the stop already
 */
export async function suppressHashes(
  db: Writer,
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
 * A person said stop: requests whose consent is older are never sent again, and the CRM is told not
 * to disturb the contacts that it has. A newer consent lifts it. Only keyed hashes are kept.
 */
export async function suppressContact(
  db: Writer,
  options: { phone?: string; email?: string; source: string; now: Date; contactKey: Buffer },
): Promise<number> {
  return suppressHashes(db, {
    contacts: hashContacts(options.contactKey, options),
    source: options.source,
    now: options.now,
  });
}
