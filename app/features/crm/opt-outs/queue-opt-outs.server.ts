import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import {
  findUnnamedContact,
  listManualContacts,
  queueForContacts,
  queueForRequest,
} from "./queue-opt-outs.sql.ts";

/**
 * Queues an opt-out for every contact that the CRM has of a person, in the transaction that stores
 * the opt-out.
 * @param options.except a contact whose opt-out came from the CRM itself
 */
export async function queueOptOuts(
  db: Connection,
  { hashes, now, except }: { hashes: string[]; now: Date; except?: string },
): Promise<void> {
  if (hashes.length > 0) await queueForContacts.run(db, { hashes, now, except: except ?? null });
}

/**
 * `contacts`: ids to set to do-not-disturb in the CRM manually; `unnamed`: the CRM may have more,
 * whose ids are not stored here.
 */
export type ManualOptOuts = { contacts: string[]; unnamed: boolean };

/**
 * The part of a person's opt-out that staff must enter in the CRM themselves.
 * @param options.hasApp whether the environment has a HighLevel app, without which opt-outs are not
 * sent
 */
export async function listManualOptOuts(
  db: Connection,
  options: { hashes: string[]; hasApp: boolean },
): Promise<ManualOptOuts> {
  const contacts = await listManualContacts.rows(db, options);
  const unnamed = await findUnnamedContact.first(db, { hashes: options.hashes });
  return { contacts: contacts.map(({ id }) => id), unnamed: unnamed !== undefined };
}

/** As `queueOptOuts`, for a request whose contact was created while the person opted out. */
export async function queueLateOptOut(
  tx: Transaction,
  request: { requestId: string; now: Date },
): Promise<void> {
  await queueForRequest.run(tx, request);
}
