import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";

export type SaveResult<Field extends string> =
  | { ok: true; saved: string[] }
  | { ok: false; reason: "invalid"; errors: Partial<Record<Field, string>> };

/** These may identify a person: the audit row has the field's name, not its values. */
const CONTACT_FIELDS: readonly string[] = ["phone", "email", "helpEmail"];

/** Stores one setting; a trigger notifies every instance. */
export async function storeSetting(
  tx: pg.PoolClient,
  { key, value, actor, now }: { key: string; value: unknown; actor: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, JSON.stringify(value), now, actor],
  );
}

/** Makes saves of settings wait for each other, until the end of the transaction. */
export async function lockSettings(tx: pg.PoolClient): Promise<void> {
  await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.saveSettings]);
}

/**
 * Stores those of the checked values that differ from what is stored, with one audit row.
 * @param input.defaults values of settings that are not stored
 */
export function saveSettings(
  context: ActionContext,
  input: { values: Record<string, unknown>; defaults: Record<string, unknown> },
): Promise<{ ok: true; saved: string[] }> {
  const { values, defaults } = input;
  const { actor, now } = context;
  return inTransaction(context.db.$client, async (tx) => {
    await lockSettings(tx);
    const { rows } = await tx.query<{ key: string; value: unknown }>(
      "select key, value from settings where key = any($1)",
      [Object.keys(values)],
    );
    const stored = new Map(rows.map((row) => [row.key, row.value]));
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
