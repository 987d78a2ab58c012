import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { suppressions } from "#app/db/tables/consent.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";

/** A pool, or a transaction. */
type Writer = Pick<Database, "insert">;
export type HashedContact = { kind: "phone" | "email"; contactHash: string };

/** Keyed hashes of a phone and an e-mail as suppressions keep them; what is neither is left out. */
export function hashContacts(contactKey: Buffer, { phone, email }: { phone?: string; email?: string }): HashedContact[] {
  const e164 = phone ? toE164(phone) : null;
  const address = email?.trim().toLowerCase();
  return [
    ...(e164 ? [{ kind: "phone" as const, contactHash: contactHash(contactKey, e164) }] : []),
    ...(address ? [{ kind: "email" as const, contactHash: contactHash(contactKey, address) }] : []),
  ];
}

/** As `suppressContact`, where only the hashes are known. */
export async function suppressHashes(db: Writer, { contacts, source, now }: { contacts: HashedContact[]; source: string; now: Date }): Promise<number> {
  const rows = contacts.map((contact) => ({ id: randomUUIDv7(), ...contact, source, stoppedAt: now }));
  if (rows.length > 0) await db.insert(suppressions).values(rows);
  return rows.length;
}

/**
 * A person said stop: requests whose consent is older are never sent again. A newer consent lifts it.
 * Only keyed hashes are kept.
 */
export async function suppressContact(db: Writer, options: { phone?: string; email?: string; source: string; now: Date; contactKey: Buffer }): Promise<number> {
  return suppressHashes(db, { contacts: hashContacts(options.contactKey, options), source: options.source, now: options.now });
}
