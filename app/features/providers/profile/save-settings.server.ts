import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSettings } from "#app/db/tables/providers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { camelCaseKeys } from "#app/lib/camel-case.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { MAX_KEYS } from "../constants.ts";
import {
  type FieldErrors,
  keySchema,
  type ProviderSettings,
  SETTINGS_FIELDS,
  settingsSchema,
} from "../schema.ts";
import { describeChanges } from "./describe-changes.server.ts";
import { getKeyLocation, getProviderSettings, lockProvider } from "./queries.server.ts";
import { deleteKey, listKeyNames, upsertKeys } from "./save-settings.sql.ts";

type Invalid = { ok: false; reason: "fields"; errors: FieldErrors };
export type SaveSettingsResult =
  | { ok: true }
  | Invalid
  | { ok: false; reason: "not-found" | "conflict" };

/** Identifies the values of settings: a form sends the fingerprint it was opened with. */
export const getSettingsFingerprint = (settings: ProviderSettings) =>
  JSON.stringify(SETTINGS_FIELDS.map((field) => settings[field]));

/** Saves a provider's settings, unless somebody changed them since `opened`. */
export async function saveProviderSettings(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  input: { id: string; values: unknown; opened: string },
): Promise<SaveSettingsResult> {
  const { id, values, opened } = input;
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: listFieldErrors(parsed.error.issues) };
  const next = parsed.data;
  return withTransaction(context.db, async (tx): Promise<SaveSettingsResult> => {
    if (!(await lockProvider(tx, id))) return { ok: false, reason: "not-found" };
    const before = await getProviderSettings(tx, id);
    if (getSettingsFingerprint(before) !== opened) return { ok: false, reason: "conflict" };
    const changed = SETTINGS_FIELDS.filter((field) => next[field] !== before[field]);
    if (changed.length === 0) return { ok: true };
    const columns = { ...camelCaseKeys(next), updatedAt: context.now };
    await tx
      .insert(providerSettings)
      .values({ providerId: id, ...columns })
      .onConflictDoUpdate({ target: providerSettings.providerId, set: columns });
    const changes = describeChanges(context.contactKeys, { before, after: next, fields: changed });
    await recordAudit(tx, context, {
      action: "save-settings",
      entity: "provider",
      entityId: id,
      changes,
    });
    return { ok: true };
  });
}

export type SaveKeyResult = { ok: true } | Invalid | { ok: false; reason: "not-found" };

/**
 * Adds an integration key, or replaces the one of that name. It is stored encrypted.
 */
export async function saveKey(
  context: ActionContext & Pick<AppContext, "vault">,
  input: { id: string; values: unknown },
): Promise<SaveKeyResult> {
  const { id, values } = input;
  const parsed = keySchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: listFieldErrors(parsed.error.issues) };
  const { name, secret } = parsed.data;
  return withTransaction(context.db, async (tx): Promise<SaveKeyResult> => {
    if (!(await lockProvider(tx, id))) return { ok: false, reason: "not-found" };
    const keys = await listKeyNames.rows(tx, { providerId: id });
    const exists = keys.some((key) => key.name === name);
    if (!exists && keys.length >= MAX_KEYS)
      return {
        ok: false,
        reason: "fields",
        errors: { name: `There are ${MAX_KEYS} keys already; remove one first.` },
      };
    const sealed = context.vault.seal(secret, getKeyLocation(id, name));
    await upsertKeys.run(tx, { providerId: id, keys: { [name]: sealed }, now: context.now });
    await recordAudit(tx, context, {
      action: exists ? "replace-key" : "add-key",
      entity: "provider",
      entityId: id,
      changes: { fields: ["api_integration_keys"] },
    });
    return { ok: true };
  });
}

type RemoveKeyResult = { ok: true } | { ok: false; reason: "not-found" };

/** Removes an integration key. */
export function removeKey(
  context: ActionContext,
  { id, name }: { id: string; name: string },
): Promise<RemoveKeyResult> {
  return withTransaction(context.db, async (tx): Promise<RemoveKeyResult> => {
    if (!(await deleteKey.run(tx, { providerId: id, name, now: context.now })))
      return { ok: false, reason: "not-found" };
    await recordAudit(tx, context, {
      action: "remove-key",
      entity: "provider",
      entityId: id,
      changes: { fields: ["api_integration_keys"] },
    });
    return { ok: true };
  });
}
