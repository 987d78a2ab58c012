import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import type { ReviewedField } from "./constants.ts";

/**
 * Old and new value by field. Of services only those to add are in it, as the new value: what is
 * removed counts at once.
 */
export type Changes = Partial<Record<ReviewedField, { before: unknown; after: unknown }>>;

/** The changes of a provider that wait for staff, or null. */
export async function getPendingChange(tx: Pick<Transaction, "select">, providerId: string) {
  const { id, changes, createdAt, providerId: owner, state } = providerChanges;
  const [pending] = await tx
    .select({ id, changes, createdAt })
    .from(providerChanges)
    .where(and(eq(owner, providerId), eq(state, "pending")));
  return pending ? { ...pending, changes: pending.changes as Changes } : null;
}

type ChangeRequest = {
  providerId: string;
  /** The person who asks. */
  userId: string;
  /** The fields of the form: what waits of them is replaced, what waits of others stays. */
  fields: readonly ReviewedField[];
  changes: Changes;
};

/**
 * Asks staff for changes of a provider whose row is locked. A provider has one set of changes that
 * wait; a form that has the old values again takes them back.
 * @returns whether something of these fields waits now
 */
export async function requestChange(
  tx: Transaction,
  context: Omit<ActionContext, "db"> & Pick<AppContext, "contactKeys">,
  { providerId, userId, fields, changes }: ChangeRequest,
): Promise<boolean> {
  const pending = await getPendingChange(tx, providerId);
  const others = Object.entries(pending?.changes ?? {}).filter(
    ([field]) => !(fields as readonly string[]).includes(field),
  );
  const next: Changes = { ...Object.fromEntries(others), ...changes };
  const waits = Object.keys(changes).length > 0;
  if (isDeepStrictEqual(next, pending?.changes ?? {})) return waits;
  // Replaced and not updated: staff who have the old one open do not approve what they did not see.
  if (pending) await tx.delete(providerChanges).where(eq(providerChanges.id, pending.id));
  if (Object.keys(next).length > 0)
    await tx.insert(providerChanges).values({
      id: randomUUIDv7(),
      providerId,
      changes: next as Record<string, { before: unknown; after: unknown }>,
      requestedBy: userId,
      createdAt: context.now,
    });
  // A colleague's form from before would take this back unseen.
  await tx
    .update(providers)
    .set({ version: sql`${providers.version} + 1` })
    .where(eq(providers.id, providerId));
  const names = Object.keys(next) as ReviewedField[];
  const pick = (side: "before" | "after") =>
    Object.fromEntries(names.map((name) => [name, next[name]?.[side]]));
  await recordAudit(tx, context, {
    action: "request-change",
    entity: "provider",
    entityId: providerId,
    changes: {
      person: userId,
      ...describeChanges(context.contactKeys, {
        before: pick("before"),
        after: pick("after"),
        fields: names,
      }),
    },
  });
  return waits;
}
