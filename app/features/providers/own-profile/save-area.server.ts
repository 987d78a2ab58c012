import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { StoredArea } from "#app/db/tables/providers.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { storeAreas } from "../areas/store-areas.server.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import { updateProvider } from "../profile/save-profile.server.ts";
import type { OwnForm, SaveResult } from "./save-result.ts";
import { withOwnProvider } from "./with-own-provider.server.ts";

type NewArea = OwnForm & {
  zips: readonly string[];
  /** What the ZIP codes come from; null for a plain list. */
  areas: readonly StoredArea[] | null;
};

/**
 * Saves the area of a provider. The audit row says which ZIP codes were added and removed, and nothing of
 * them where they stay the same: whether a request was outside the area when it was accepted is read
 * from there.
 */
export function saveArea(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  { zips, areas, ...form }: NewArea,
): Promise<SaveResult> {
  const { providerId, userId } = form;
  return withOwnProvider(context, form, async (tx, provider) => {
    await storeAreas(tx, { providerId, areas, now: context.now });
    const before = { service_area_zips: provider.zips };
    const after = { service_area_zips: [...zips] };
    // Another version, even where other entries cover the same ZIP codes.
    await updateProvider(tx, providerId, { serviceAreaZips: after.service_area_zips });
    await recordAudit(tx, context, {
      action: "save-profile",
      entity: "provider",
      entityId: providerId,
      changes: {
        person: userId,
        areas,
        ...describeChanges(context.contactKeys, {
          before,
          after,
          fields: haveSameZips(provider.zips, zips) ? [] : ["service_area_zips"],
        }),
      },
    });
    return { ok: true, done: "saved" };
  });
}

const haveSameZips = (some: readonly string[], others: readonly string[]) =>
  new Set(some).symmetricDifference(new Set(others)).size === 0;
