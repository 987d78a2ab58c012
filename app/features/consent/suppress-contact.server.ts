import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { suppressions } from "#app/db/tables/consent.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";

/**
 * A person said stop: requests whose consent is older are never sent again. A newer consent lifts it.
 * Only keyed hashes are kept.
 */
export async function suppressContact(db: Database, options: { phone?: string; email?: string; source: string; now: Date; contactKey: Buffer }): Promise<number> {
  const phone = options.phone ? toE164(options.phone) : null;
  const email = options.email?.trim().toLowerCase();
  const row = (kind: "phone" | "email", value: string) => ({
    id: randomUUIDv7(),
    kind,
    contactHash: contactHash(options.contactKey, value),
    source: options.source,
    stoppedAt: options.now,
  });
  const rows = [...(phone ? [row("phone", phone)] : []), ...(email ? [row("email", email)] : [])];
  if (rows.length > 0) await db.insert(suppressions).values(rows);
  return rows.length;
}
