import type { ActionContext } from "#app/db/action-context.server.ts";
import { type SaveResult, saveSettings } from "#app/features/settings/store-settings.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { type OfferField, type OfferSettings, offerSettingsSchema } from "./schema.ts";

/** Saves what offers to providers cost, and how long they are open. */
export async function saveOfferSettings(
  context: ActionContext,
  input: { values: unknown },
): Promise<SaveResult<OfferField>> {
  const parsed = offerSettingsSchema.safeParse(input.values);
  if (!parsed.success)
    return {
      ok: false,
      reason: "invalid",
      errors: listFieldErrors(parsed.error.issues),
    };
  return saveSettings(context, {
    values: parsed.data satisfies OfferSettings,
    defaults: offerSettingsSchema.parse({}),
  });
}
