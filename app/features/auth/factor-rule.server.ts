import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  lockSettings,
  readSettings,
  storeSetting,
} from "#app/features/settings/store-settings.server.ts";
import type { StaffRole } from "./constants.ts";
import { type FactorRule, isFactorRequired, readFactorRule } from "./factor-rule.ts";

/**
 * Key of the rule in the table `settings`; read with the session at each request
 * (session.server.ts).
 */
export const FACTOR_RULE_KEY = "factorRequiredFor";
const REMINDER_DAYS = 30;

/**
 * Sets which roles must have a second factor. Open sessions are exempt until they end
 * (`factor_grace`); the next sign-in leads to the setup.
 */
export function setFactorRule(
  context: ActionContext,
  { rule }: { rule: FactorRule },
): Promise<void> {
  return withTransaction(context.db, async (tx) => {
    await lockSettings(tx);
    const stored = await readSettings(tx, [FACTOR_RULE_KEY]);
    const before = readFactorRule(stored.get(FACTOR_RULE_KEY));
    if (before === rule) return;
    await storeSetting(tx, {
      key: FACTOR_RULE_KEY,
      value: rule,
      actor: context.actor,
      now: context.now,
    });
    await recordAudit(tx, context, {
      action: "set-factor-rule",
      entity: "settings",
      entityId: FACTOR_RULE_KEY,
      changes: { from: before, to: rule },
    });
  });
}

/**
 * Whether a session of this person that begins now may continue without a second factor, even if
 * the rule changes later.
 */
export async function hasFactorGrace(
  db: pg.Pool | pg.ClientBase,
  userId: string,
): Promise<boolean> {
  const { rows } = await db.query<{ role: StaffRole; rule: unknown }>(
    "select role, (select value from settings where key = $2) as rule from admin_users where user_id = $1",
    [userId, FACTOR_RULE_KEY],
  );
  return rows.some(({ role, rule }) => !isFactorRequired(readFactorRule(rule), role));
}

/** Whether to remind this superadmin, who signs in with only a password, of the second factor. */
export async function needsFactorReminder(
  pool: pg.Pool,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    "select coalesce(factor_reminder_until <= $2, true) as due from admin_users where user_id = $1",
    [userId, now],
  );
  return rows[0]?.due ?? false;
}

/** Hides the reminder for a month. */
export async function dismissFactorReminder(
  pool: pg.Pool,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await pool.query(
    "update admin_users set factor_reminder_until = $2::timestamptz + make_interval(days => $3) where user_id = $1",
    [userId, now, REMINDER_DAYS],
  );
}
