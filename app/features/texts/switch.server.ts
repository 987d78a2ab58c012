import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { readSettings, storeSetting } from "#app/features/settings/store-settings.server.ts";
import { getTextConfig, type TextConfig } from "./client.server.ts";

/** The setting; off until a superadmin turns it on. */
const KEY = "customerTexts";

export const isSwitchedOn = async (db: Connection): Promise<boolean> =>
  (await readSettings(db, [KEY])).get(KEY) === true;

/** The account that sends texts; null where none is set, or texts are off. */
export async function findActiveAccount({
  db,
  env,
}: Pick<AppContext, "db" | "env">): Promise<TextConfig | null> {
  const config = getTextConfig(env);
  return config && (await isSwitchedOn(db)) ? config : null;
}

/** Turns texts to customers on or off. They can only be turned on where an account is set. */
export async function setTextSwitch(
  context: ActionContext & Pick<AppContext, "env">,
  { isOn }: { isOn: boolean },
): Promise<{ ok: true } | { ok: false; reason: "not-set-up" }> {
  const { actor, now, env } = context;
  if (isOn && !getTextConfig(env)) return { ok: false, reason: "not-set-up" };
  return withTransaction(context.db, async (tx) => {
    await storeSetting(tx, { key: KEY, value: isOn, actor, now });
    await recordAudit(tx, context, {
      action: "switch-texts",
      entity: "settings",
      entityId: KEY,
      changes: { to: isOn },
    });
    return { ok: true as const };
  });
}
