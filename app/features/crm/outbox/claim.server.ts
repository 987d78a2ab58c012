import { and, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { LEASE_MS, SEND_CONCURRENCY } from "../constants.ts";
import { lockTarget, recordCalls } from "./circuit-breaker.server.ts";
import { claimDueRows } from "./claim.sql.ts";
import type { ClaimedRow, DeliveryTarget } from "./delivery-target.server.ts";

/**
 * `probing`: the circuit breaker is open, and the only row tests whether the target works again.
 */
type Claim = { rows: ClaimedRow[]; probing: boolean };

/** Claims rows to send, no more than the target's rate window has room for. */
export function claimDeliveries(options: {
  db: Database;
  target: DeliveryTarget;
  now: () => Date;
}): Promise<Claim> {
  const { name, callsPerRow, isMultiStep } = options.target;
  const now = options.now();
  return withTransaction(options.db, async (tx) => {
    const capacity = await lockTarget(tx, {
      target: name,
      now,
      limit: SEND_CONCURRENCY,
      callsPerRow,
    });
    const { probing } = capacity;
    if (capacity.rows <= 0) return { rows: [], probing };
    const found = await claimDueRows.rows(tx, {
      target: name,
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      isProbe: probing,
      busyContacts: isMultiStep ? await listBusyContacts(tx, name, now) : [],
      limit: capacity.rows,
    });
    const rows = isMultiStep ? await keepOnePerPerson(tx, found) : found;
    if (rows.length > 0)
      await recordCalls(tx, { target: name, now, capacity, calls: isMultiStep ? 0 : rows.length });
    return { rows, probing };
  });
}

const CONTACT_HASHES = [serviceRequests.phoneHash, serviceRequests.emailHash] as const;
const isHash = (hash: string | null) => hash !== null;

/**
 * Contact hashes of the people whose rows are being sent now: two upserts at once could create two
 * contacts for one person.
 */
async function listBusyContacts(tx: Transaction, target: string, now: Date): Promise<string[]> {
  const [phone, email] = CONTACT_HASHES;
  const rows = await tx
    .select({ phone, email })
    .from(crmOutbox)
    .innerJoin(serviceRequests, eq(serviceRequests.id, crmOutbox.requestId))
    .where(
      and(
        eq(crmOutbox.target, target),
        eq(crmOutbox.state, "waiting"),
        gt(crmOutbox.leaseUntil, now),
      ),
    );
  return rows.flatMap((row) => [row.phone, row.email].filter(isHash));
}

/** Of the rows just claimed, keeps the oldest request of each person and releases the others. */
async function keepOnePerPerson(tx: Transaction, rows: ClaimedRow[]): Promise<ClaimedRow[]> {
  const [phone, email] = CONTACT_HASHES;
  const people = await tx
    .select({ id: serviceRequests.id, phone, email })
    .from(serviceRequests)
    .where(
      inArray(
        serviceRequests.id,
        rows.map((row) => row.requestId),
      ),
    );
  const hashesByRequest = new Map(
    people.map((person) => [person.id, [person.phone, person.email].filter(isHash)]),
  );
  const seen = new Set<string>();
  // Ids of requests grow with time.
  const oldestFirst = rows.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1));
  const kept = oldestFirst.filter(({ requestId }) => {
    const hashes = hashesByRequest.get(requestId) ?? [];
    const isFirst = hashes.every((hash) => !seen.has(hash));
    for (const hash of isFirst ? hashes : []) seen.add(hash);
    return isFirst;
  });
  const others = rows.filter((row) => !kept.includes(row)).map((row) => row.id);
  if (others.length > 0)
    await tx.update(crmOutbox).set({ leaseUntil: null }).where(inArray(crmOutbox.id, others));
  return kept;
}
