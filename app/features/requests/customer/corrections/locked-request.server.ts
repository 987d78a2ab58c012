import { randomUUIDv7 } from "node:crypto";
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerOptOuts, suppressions } from "#app/db/tables/consent.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ANSWER_COLUMNS } from "../../answer-columns.server.ts";
import { ERASED_HASH } from "../../erase-fields.server.ts";
import { hasOptedOut } from "../../has-opted-out.server.ts";
import type { CorrectionDetail } from "./format-correction.server.ts";

const table = serviceRequests;

/** Why nothing about a request may be changed any more. */
export type LockRefusal = "closed" | "opted-out";

/** Locks a request whose customer changes something about it, until the end of the transaction. */
export async function lockForCorrection(tx: Transaction, requestId: string) {
  const [request] = await tx
    .select({
      ...ANSWER_COLUMNS,
      phoneE164: table.phoneE164,
      emailNormalized: table.emailNormalized,
      phoneHash: table.phoneHash,
      emailHash: table.emailHash,
      syncedAt: table.syncedAt,
      createdAt: table.createdAt,
      isOptedOut: hasOptedOut(table),
      isStopped: hasOptedOut(table, "all"),
      isClosed: sql<boolean>`(${table.status} = 'closed' or ${table.bodyHash} = ${ERASED_HASH})`,
    })
    .from(table)
    .where(eq(table.id, requestId))
    .for("update", { of: table });
  if (!request || request.isClosed) return { ok: false, reason: "closed" } as const;
  if (request.isStopped) return { ok: false, reason: "opted-out" } as const;
  return { ok: true, request } as const;
}

/** Whether somebody asked us to stop using a phone number or address, after the request was sent. */
export async function isSuppressed(
  tx: Connection,
  { hashes, since }: { hashes: readonly string[]; since: Date },
): Promise<boolean> {
  const [found] = await tx
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(and(inArray(suppressions.contactHash, [...hashes]), gte(suppressions.optedOutAt, since)))
    .limit(1);
  return found !== undefined;
}

/**
 * Repeats what a person said to single providers for another contact of theirs, so that a provider
 * who was told to stop stays stopped.
 */
export async function copyProviderOptOuts(
  tx: Transaction,
  { from, to, now }: { from: readonly (string | null)[]; to: ContactHash; now: Date },
): Promise<void> {
  const known = from.flatMap((hash) => hash ?? []);
  const stopped = await tx
    .selectDistinct({ providerId: providerOptOuts.providerId })
    .from(providerOptOuts)
    .where(inArray(providerOptOuts.contactHash, known));
  if (stopped.length === 0) return;
  await tx.insert(providerOptOuts).values(
    stopped.map(({ providerId }) => ({
      id: randomUUIDv7(),
      providerId,
      ...to,
      source: "correction",
      optedOutAt: now,
    })),
  );
}
type ContactHash = { contactHash: string; keyVersion: number };

type RecordedCorrection = {
  requestId: string;
  kind: string;
  action: string;
  detail: CorrectionDetail;
};

/**
 * Adds a correction to the request's timeline, with the values, and to the audit log, without.
 * @returns the id of the timeline's event
 */
export async function recordCorrection(
  tx: Transaction,
  context: Omit<ActionContext, "db">,
  { requestId, kind, action, detail }: RecordedCorrection,
): Promise<string> {
  const id = randomUUIDv7();
  await tx.insert(requestEvents).values({ id, requestId, at: context.now, kind, detail });
  await recordAudit(tx, context, {
    action,
    entity: "service-request",
    entityId: requestId,
    changes: { fields: Object.keys(detail.fields) },
  });
  return id;
}
