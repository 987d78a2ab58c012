import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import {
  type OfferField,
  type OfferSettings,
  offerSettingsSchema,
} from "#app/features/offers/schema.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import {
  CONTACT_SYNC_TARGET,
  HIGHLEVEL_TARGET,
  type TargetName,
} from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { listClaims } from "./claims.server.ts";
import { type RetentionField, type RetentionSettings, retentionSchema } from "./retention.ts";
import { type GeneralField, type GeneralSettings, generalSettingsSchema } from "./schema.ts";

type Change = { actor: string; requestId: string; now: Date };
export type SaveResult<Field extends string> =
  | { ok: true; saved: string[] }
  | { ok: false; reason: "invalid"; errors: Partial<Record<Field, string>> };

/** One save of settings at a time, so that what is compared is what is replaced. */
/** These may belong to a person: the audit row names the field alone. */
const CONTACTS: readonly string[] = ["phone", "email", "helpEmail"];

/** Writes one setting; a trigger tells every instance. */
export async function storeSetting(
  tx: pg.PoolClient,
  { key, value, actor, now }: { key: string; value: unknown; actor: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, JSON.stringify(value), now, actor],
  );
}

/**
 * Saves the general settings: only fields that differ from what the form was opened with, so that
 * what somebody else saved meanwhile in other fields stays.
 * @param options.opened the values that the form showed at first
 */
export function saveGeneralSettings(
  db: Database,
  options: Change & { values: unknown; opened: unknown },
): Promise<SaveResult<GeneralField>> {
  const parsed = generalSettingsSchema.safeParse(options.values);
  if (!parsed.success)
    return Promise.resolve({
      ok: false,
      reason: "invalid",
      errors: firstMessages<GeneralField>(parsed.error.issues),
    });
  const opened = isRecord(options.opened) ? options.opened : {};
  const touched = entriesOf<GeneralSettings>(parsed.data).filter(
    ([key, value]) => !isDeepStrictEqual(opened[key], value),
  );
  return saveChanged(db, {
    ...options,
    entity: "settings",
    values: Object.fromEntries(touched),
    defaults: generalSettingsSchema.parse({}),
  });
}

/** Saves how long things are kept. */
export function saveRetention(
  db: Database,
  options: Change & { values: unknown },
): Promise<SaveResult<RetentionField>> {
  const parsed = retentionSchema.safeParse(options.values);
  if (!parsed.success)
    return Promise.resolve({
      ok: false,
      reason: "invalid",
      errors: firstMessages<RetentionField>(parsed.error.issues),
    });
  return saveChanged(db, {
    ...options,
    entity: "settings",
    values: parsed.data satisfies RetentionSettings,
    defaults: retentionSchema.parse({}),
  });
}

/** Saves what offers to providers cost, and how long they are open. */
export function saveOfferSettings(
  db: Database,
  options: Change & { values: unknown },
): Promise<SaveResult<OfferField>> {
  const parsed = offerSettingsSchema.safeParse(options.values);
  if (!parsed.success)
    return Promise.resolve({
      ok: false,
      reason: "invalid",
      errors: firstMessages<OfferField>(parsed.error.issues),
    });
  return saveChanged(db, {
    ...options,
    entity: "settings",
    values: parsed.data satisfies OfferSettings,
    defaults: offerSettingsSchema.parse({}),
  });
}

/** Shows one claim of the site in its neutral wording, or in its own again. */
export async function switchClaim(
  db: Database,
  options: Change & { id: string; neutral: boolean },
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  const { id, neutral, actor, requestId, now } = options;
  const known = listClaims().map((claim) => claim.id);
  if (!known.includes(id)) return { ok: false, reason: "unknown" };
  return inTransaction(db.$client, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.saveSettings]);
    const { rows } = await tx.query<{ value: unknown }>(
      "select value from settings where key = 'neutralClaims'",
    );
    const stored = Array.isArray(rows[0]?.value) ? (rows[0].value as unknown[]) : [];
    const next = known.filter((claim) => (claim === id ? neutral : stored.includes(claim)));
    await storeSetting(tx, { key: "neutralClaims", value: next, actor, now });
    await writeAudit(tx, {
      actor,
      action: "switch-claim",
      entity: "settings",
      entityId: id,
      changes: { neutral: { from: stored.includes(id), to: neutral } },
      requestId,
      now,
    });
    return { ok: true as const };
  });
}

/** Mails to staff for new requests, on or off. */
export async function switchNewRequestMails(
  db: Database,
  options: Change & { on: boolean },
): Promise<void> {
  const { on, actor, requestId, now } = options;
  await inTransaction(db.$client, async (tx) => {
    await storeSetting(tx, { key: "newRequestMails", value: on, actor, now });
    await writeAudit(tx, {
      actor,
      action: "switch-mails",
      entity: "settings",
      entityId: "newRequestMails",
      changes: { to: on },
      requestId,
      now,
    });
  });
}

export type TargetResult = { ok: true } | { ok: false; reason: "not-connected" };

/** Where new requests are delivered. HighLevel must be connected first, or they would only wait. */
export async function chooseTarget(
  db: Database,
  options: Change & { target: TargetName },
): Promise<TargetResult> {
  const { target, actor, requestId, now } = options;
  return inTransaction(db.$client, async (tx): Promise<TargetResult> => {
    await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.saveSettings]);
    const { rowCount: connected } = await tx.query(
      "select from crm_connections where disconnected_at is null",
    );
    if (target === HIGHLEVEL_TARGET && !connected) return { ok: false, reason: "not-connected" };
    const { rows } = await tx.query<{ value: unknown }>(
      "select value from settings where key = 'deliveryTarget'",
    );
    await storeSetting(tx, { key: "deliveryTarget", value: target, actor, now });
    const changes = { from: rows[0]?.value ?? CONTACT_SYNC_TARGET, to: target };
    await writeAudit(tx, {
      actor,
      action: "choose-target",
      entity: "settings",
      entityId: "deliveryTarget",
      changes,
      requestId,
      now,
    });
    return { ok: true };
  });
}

type SaveOptions = Change & {
  entity: string;
  values: Record<string, unknown>;
  defaults: Record<string, unknown>;
};

async function saveChanged(
  db: Database,
  options: SaveOptions,
): Promise<{ ok: true; saved: string[] }> {
  const { entity, values, defaults, actor, requestId, now } = options;
  return inTransaction(db.$client, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.saveSettings]);
    const { rows } = await tx.query<{ key: string; value: unknown }>(
      "select key, value from settings where key = any($1)",
      [Object.keys(values)],
    );
    const stored = new Map(rows.map((row) => [row.key, row.value]));
    const before = (key: string) => (stored.has(key) ? stored.get(key) : defaults[key]);
    const changed = Object.keys(values).filter(
      (key) => !isDeepStrictEqual(before(key), values[key]),
    );
    for (const key of changed) await storeSetting(tx, { key, value: values[key], actor, now });
    if (changed.length > 0) {
      const changes = Object.fromEntries(
        changed.map((key) => [
          key,
          CONTACTS.includes(key) ? "changed" : { from: before(key), to: values[key] },
        ]),
      );
      await writeAudit(tx, { actor, action: "save", entity, changes, requestId, now });
    }
    return { ok: true as const, saved: changed };
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entriesOf = <T extends object>(value: T) =>
  Object.entries(value) as [keyof T & string, unknown][];

function firstMessages<Field extends string>(
  issues: { path: PropertyKey[]; message: string }[],
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of issues) errors[String(path[0]) as Field] ??= message;
  return errors;
}
