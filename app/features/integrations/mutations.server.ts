import { isNull } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { crmConnections } from "#app/db/tables/crm.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  lockSettings,
  readSettings,
  storeSetting,
} from "#app/features/settings/store-settings.server.ts";
import {
  CONTACT_SYNC_TARGET,
  HIGHLEVEL_TARGET,
  type TargetName,
} from "#app/lib/delivery-targets.ts";

export type DeliveryTargetResult = { ok: true } | { ok: false; reason: "not-connected" };

/**
 * Sets the delivery target of new requests. HighLevel must be connected first, because requests for
 * it would only wait.
 */
export async function setDeliveryTarget(
  context: ActionContext,
  { target }: { target: TargetName },
): Promise<DeliveryTargetResult> {
  const { actor, now } = context;
  return withTransaction(context.db, async (tx): Promise<DeliveryTargetResult> => {
    await lockSettings(tx);
    const [connected] = await tx
      .select({ id: crmConnections.id })
      .from(crmConnections)
      .where(isNull(crmConnections.disconnectedAt))
      .limit(1);
    if (target === HIGHLEVEL_TARGET && !connected) return { ok: false, reason: "not-connected" };
    const before = await readSettings(tx, ["deliveryTarget"]);
    await storeSetting(tx, { key: "deliveryTarget", value: target, actor, now });
    await recordAudit(tx, context, {
      action: "choose-target",
      entity: "settings",
      entityId: "deliveryTarget",
      changes: { from: before.get("deliveryTarget") ?? CONTACT_SYNC_TARGET, to: target },
    });
    return { ok: true };
  });
}
