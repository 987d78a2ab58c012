import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { lockSettings, storeSetting } from "#app/features/settings/store-settings.server.ts";
import {
  CONTACT_SYNC_TARGET,
  HIGHLEVEL_TARGET,
  type TargetName,
} from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";

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
  return inTransaction(context.db.$client, async (tx): Promise<DeliveryTargetResult> => {
    await lockSettings(tx);
    const { rowCount: connected } = await tx.query(
      "select from crm_connections where disconnected_at is null",
    );
    if (target === HIGHLEVEL_TARGET && !connected) return { ok: false, reason: "not-connected" };
    const { rows } = await tx.query<{ value: unknown }>(
      "select value from settings where key = 'deliveryTarget'",
    );
    await storeSetting(tx, { key: "deliveryTarget", value: target, actor, now });
    await recordAudit(tx, context, {
      action: "choose-target",
      entity: "settings",
      entityId: "deliveryTarget",
      changes: { from: rows[0]?.value ?? CONTACT_SYNC_TARGET, to: target },
    });
    return { ok: true };
  });
}
