import type { Database } from "#app/db/client.server.ts";
import { NAMED_IN_A_MAIL } from "./constants.ts";
import { listErasedContacts } from "./queries.sql.ts";

export type ErasedContacts = { contactIds: string[]; subjectId: string };

/**
 * CRM contacts that staff must delete, by the id of the last audit row of an erasure that the mail
 * covers; what does not fit comes with the next mail.
 */
export async function findErasedContacts(
  db: Database,
  options: { after: string; until: Date },
): Promise<ErasedContacts | null> {
  const rows = await listErasedContacts.rows(db, { ...options, limit: NAMED_IN_A_MAIL });
  const last = rows.at(-1);
  return last
    ? { contactIds: [...new Set(rows.flatMap((row) => row.contactIds))], subjectId: last.id }
    : null;
}
