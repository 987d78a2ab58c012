import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { firstMessages } from "#app/lib/first-messages.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { MAX_KEYS } from "../constants.ts";
import {
  type FieldErrors,
  keySchema,
  type ProviderSettings,
  type SettingsField,
  settingsSchema,
} from "../schema.ts";
import { describeChanges } from "./describe-changes.server.ts";
import { getProviderSettings, holdProvider, keyPlace } from "./provider-detail.server.ts";
import type { By } from "./save-profile.server.ts";

type Invalid = { ok: false; reason: "fields"; errors: FieldErrors };
export type SaveSettingsResult =
  | { ok: true }
  | Invalid
  | { ok: false; reason: "not-found" | "conflict" };

/** Settings as a text that two equal ones share: a form carries the one it was opened with. */
export const settingsMark = (settings: ProviderSettings) =>
  JSON.stringify(
    Object.keys(settingsSchema.shape).map((field) => settings[field as SettingsField]),
  );

/** Saves a provider's settings, where nobody has changed them since `opened`. */
export async function saveSettings(
  pool: pg.Pool,
  options: By & { id: string; values: unknown; opened: string; contactKey: Buffer },
): Promise<SaveSettingsResult> {
  const { id, values, opened, contactKey, actor, requestId, now } = options;
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: firstMessages(parsed.error.issues) };
  const next = parsed.data;
  return inTransaction(pool, async (tx): Promise<SaveSettingsResult> => {
    if (!(await holdProvider(tx, id))) return { ok: false, reason: "not-found" };
    const current = await getProviderSettings(tx, id);
    if (settingsMark(current) !== opened) return { ok: false, reason: "conflict" };
    const changed = (Object.keys(next) as SettingsField[]).filter(
      (field) => next[field] !== current[field],
    );
    if (changed.length === 0) return { ok: true };
    const names = Object.keys(next);
    await tx.query(
      `insert into provider_settings (provider_id, updated_at, ${names.join(", ")}) values ($1, $2, ${names.map((_, index) => `$${index + 3}`).join(", ")})
       on conflict (provider_id) do update set updated_at = excluded.updated_at, ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`,
      [id, now, ...Object.values(next)],
    );
    const changes = describeChanges(contactKey, { before: current, after: next, fields: changed });
    await writeAudit(tx, {
      actor,
      action: "save-settings",
      entity: "provider",
      entityId: id,
      changes,
      requestId,
      now,
    });
    return { ok: true };
  });
}

export type SetKeyResult = { ok: true } | Invalid | { ok: false; reason: "not-found" };

/**
 * Adds a key of an integration, or replaces the one of that name. It is encrypted before it is
 * stored.
 */
export async function setKey(
  pool: pg.Pool,
  options: By & { id: string; values: unknown; vault: Vault },
): Promise<SetKeyResult> {
  const { id, values, vault, actor, requestId, now } = options;
  const parsed = keySchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: firstMessages(parsed.error.issues) };
  const { name, secret } = parsed.data;
  return inTransaction(pool, async (tx): Promise<SetKeyResult> => {
    if (!(await holdProvider(tx, id))) return { ok: false, reason: "not-found" };
    const { rows } = await tx.query<{ name: string }>(
      "select jsonb_object_keys(coalesce(api_integration_keys, '{}')) as name from provider_settings where provider_id = $1",
      [id],
    );
    const known = rows.some((row) => row.name === name);
    if (!known && rows.length >= MAX_KEYS)
      return {
        ok: false,
        reason: "fields",
        errors: { name: `There are ${MAX_KEYS} keys already; remove one first.` },
      };
    await tx.query(
      `insert into provider_settings (provider_id, api_integration_keys, updated_at) values ($1, $2, $3)
       on conflict (provider_id) do update set api_integration_keys = coalesce(provider_settings.api_integration_keys, '{}') || excluded.api_integration_keys, updated_at = excluded.updated_at`,
      [id, JSON.stringify({ [name]: vault.seal(secret, keyPlace(id, name)) }), now],
    );
    await writeAudit(tx, {
      actor,
      action: known ? "replace-key" : "add-key",
      entity: "provider",
      entityId: id,
      changes: { fields: ["api_integration_keys"] },
      requestId,
      now,
    });
    return { ok: true };
  });
}

/** Forgets a key of an integration. */
export function removeKey(
  pool: pg.Pool,
  options: By & { id: string; name: string },
): Promise<{ ok: true } | { ok: false; reason: "not-found" }> {
  const { id, name, actor, requestId, now } = options;
  return inTransaction(
    pool,
    async (tx): Promise<{ ok: true } | { ok: false; reason: "not-found" }> => {
      const { rowCount } = await tx.query(
        "update provider_settings set api_integration_keys = api_integration_keys - $2::text, updated_at = $3 where provider_id = $1 and jsonb_exists(api_integration_keys, $2)",
        [id, name, now],
      );
      if (!rowCount) return { ok: false, reason: "not-found" };
      await writeAudit(tx, {
        actor,
        action: "remove-key",
        entity: "provider",
        entityId: id,
        changes: { fields: ["api_integration_keys"] },
        requestId,
        now,
      });
      return { ok: true };
    },
  );
}
