import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import { type Connection, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  lockSettings,
  readSettings,
  storeSetting,
} from "#app/features/settings/store-settings.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
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
  db: Pick<Connection, "select">,
  userId: string,
): Promise<boolean> {
  const rows = await db
    .select({ role: adminUsers.role, rule: settings.value })
    .from(adminUsers)
    .leftJoin(settings, eq(settings.key, FACTOR_RULE_KEY))
    .where(eq(adminUsers.userId, userId));
  return rows.some(({ role, rule }) => !isFactorRequired(readFactorRule(rule), role));
}

/** Whether to remind this superadmin, who signs in with only a password, of the second factor. */
export async function needsFactorReminder(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const [admin] = await db
    .select({ until: adminUsers.factorReminderUntil })
    .from(adminUsers)
    .where(eq(adminUsers.userId, userId));
  return admin !== undefined && (admin.until === null || admin.until <= now);
}

/** Hides the reminder from the person for a month. */
export async function dismissFactorReminder({ db, actor, now }: ActionContext): Promise<void> {
  await db
    .update(adminUsers)
    .set({ factorReminderUntil: new Date(now.getTime() + REMINDER_DAYS * DAY_MS) })
    .where(eq(adminUsers.userId, actor));
}
