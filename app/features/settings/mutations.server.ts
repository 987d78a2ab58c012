import { isDeepStrictEqual } from "node:util";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { listClaims } from "./claims.server.ts";
import { type RetentionField, type RetentionSettings, retentionSchema } from "./retention.ts";
import { type GeneralField, type GeneralSettings, generalSettingsSchema } from "./schema.ts";
import {
  lockSettings,
  readSettings,
  type SaveResult,
  saveSettings,
  storeSetting,
} from "./store-settings.server.ts";

/**
 * Saves the general settings that differ from the values the form was opened with, so that other
 * people's changes to other fields are not overwritten.
 * @param input.opened the values that the form was opened with
 */
export async function saveGeneralSettings(
  context: ActionContext,
  input: { values: unknown; opened: unknown },
): Promise<SaveResult<GeneralField>> {
  const parsed = generalSettingsSchema.safeParse(input.values);
  if (!parsed.success)
    return {
      ok: false,
      reason: "invalid",
      errors: listFieldErrors(parsed.error.issues),
    };
  const opened = isRecord(input.opened) ? input.opened : {};
  const edited = listEntries<GeneralSettings>(parsed.data).filter(
    ([key, value]) => !isDeepStrictEqual(opened[key], value),
  );
  return saveSettings(context, {
    values: Object.fromEntries(edited),
    defaults: generalSettingsSchema.parse({}),
  });
}

/** Saves how long data is retained. */
export async function saveRetentionSettings(
  context: ActionContext,
  input: { values: unknown },
): Promise<SaveResult<RetentionField>> {
  const parsed = retentionSchema.safeParse(input.values);
  if (!parsed.success)
    return {
      ok: false,
      reason: "invalid",
      errors: listFieldErrors(parsed.error.issues),
    };
  return saveSettings(context, {
    values: parsed.data satisfies RetentionSettings,
    defaults: retentionSchema.parse({}),
  });
}

/** Shows one claim of the site in its neutral wording, or in its original one. */
export async function setClaimWording(
  context: ActionContext,
  { id, isNeutral }: { id: string; isNeutral: boolean },
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  const { actor, now } = context;
  const claims = listClaims().map((claim) => claim.id);
  if (!claims.includes(id)) return { ok: false, reason: "unknown" };
  return withTransaction(context.db, async (tx) => {
    await lockSettings(tx);
    const storedValue = (await readSettings(tx, ["neutralClaims"])).get("neutralClaims");
    const stored: unknown[] = Array.isArray(storedValue) ? storedValue : [];
    const value = claims.filter((claim) => (claim === id ? isNeutral : stored.includes(claim)));
    await storeSetting(tx, { key: "neutralClaims", value, actor, now });
    await recordAudit(tx, context, {
      action: "switch-claim",
      entity: "settings",
      entityId: id,
      changes: { neutral: { from: stored.includes(id), to: isNeutral } },
    });
    return { ok: true as const };
  });
}

/** Turns mails to staff about new requests on or off. */
export async function setNewRequestMails(
  context: ActionContext,
  { isOn }: { isOn: boolean },
): Promise<void> {
  const { actor, now } = context;
  await withTransaction(context.db, async (tx) => {
    await storeSetting(tx, { key: "newRequestMails", value: isOn, actor, now });
    await recordAudit(tx, context, {
      action: "switch-mails",
      entity: "settings",
      entityId: "newRequestMails",
      changes: { to: isOn },
    });
  });
}

/**
 * Lets files for ad platforms have hashes of email addresses and phone numbers, of requests that
 * are sent from now on, or ends that. The privacy policy on the site says so at once.
 */
export async function setAdContactHashes(
  context: ActionContext,
  { isOn }: { isOn: boolean },
): Promise<void> {
  const { actor, now } = context;
  await withTransaction(context.db, async (tx) => {
    await lockSettings(tx);
    const key = "adContactHashesSince";
    const since = (await readSettings(tx, [key])).get(key) || "";
    // A second switch to "on" must not move the date.
    if ((since !== "") === isOn) return;
    await storeSetting(tx, { key, value: isOn ? now.toISOString() : "", actor, now });
    await recordAudit(tx, context, {
      action: "switch-ad-hashes",
      entity: "settings",
      entityId: key,
      changes: { to: isOn },
    });
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listEntries = <T extends object>(value: T) =>
  Object.entries(value) as [keyof T & string, unknown][];
