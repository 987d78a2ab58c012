import { isDeepStrictEqual } from "node:util";
import { inArray } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import {
  type Connection,
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";

export type SaveResult<Field extends string> =
  | { ok: true; saved: string[] }
  | { ok: false; reason: "invalid"; errors: Partial<Record<Field, string>> };

/** These may identify a person, or are long: the audit row has the field's name, not its values. */
const CONTACT_FIELDS: readonly string[] = ["phone", "email", "helpEmail", "phoneNumbers"];

/** Stores one setting; a trigger notifies every instance. */
export async function storeSetting(
  tx: Transaction,
  { key, value, actor, now }: { key: string; value: unknown; actor: string; now: Date },
): Promise<void> {
  const stored = { value, updatedAt: now, updatedBy: actor };
  await tx
    .insert(settings)
    .values({ key, ...stored })
    .onConflictDoUpdate({ target: settings.key, set: stored });
}

/** Serializes saves of settings until the end of the transaction. */
export const lockSettings = (tx: Transaction): Promise<void> =>
  lockInTransaction(tx, ADVISORY_LOCKS.saveSettings);

/** The stored values of these settings, by key; one that is not stored is absent. */
export async function readSettings(
  db: Connection,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const { key, value } = settings;
  const rows = await db
    .select({ key, value })
    .from(settings)
    .where(inArray(key, [...keys]));
  return new Map(rows.map((row) => [row.key, row.value]));
}

/**
 * Stores the values that differ from the stored ones, with one audit row.
 * @param input.defaults values of settings that are not stored
 */
export function saveSettings(
  context: ActionContext,
  input: { values: Record<string, unknown>; defaults: Record<string, unknown> },
): Promise<{ ok: true; saved: string[] }> {
  const { values, defaults } = input;
  const { actor, now } = context;
  return withTransaction(context.db, async (tx) => {
    await lockSettings(tx);
    const stored = await readSettings(tx, Object.keys(values));
    const before = (key: string) => (stored.has(key) ? stored.get(key) : defaults[key]);
    const changed = Object.keys(values).filter(
      (key) => !isDeepStrictEqual(before(key), values[key]),
    );
    for (const key of changed) await storeSetting(tx, { key, value: values[key], actor, now });
    if (changed.length > 0) {
      const changes = Object.fromEntries(
        changed.map((key) => [
          key,
          CONTACT_FIELDS.includes(key) ? "changed" : { from: before(key), to: values[key] },
        ]),
      );
      await recordAudit(tx, context, { action: "save", entity: "settings", changes });
    }
    return { ok: true as const, saved: changed };
  });
}
