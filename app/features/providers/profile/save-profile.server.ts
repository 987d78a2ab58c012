import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { type FieldErrors, PROFILE_FIELDS, type Profile, type ProfileField } from "../schema.ts";
import { endOfDay } from "../verification/verified-days.ts";
import { checkProfile, profileOf } from "./check-profile.server.ts";
import { describeChanges } from "./describe-changes.server.ts";
import { holdProvider, type StoredProvider } from "./provider-detail.server.ts";

/** Who changes something, and in which HTTP request. */
export type By = { actor: string; requestId?: string; now: Date };
type Invalid = { ok: false; reason: "fields"; errors: FieldErrors };

/** Columns of a provider that are written as they are; credits go through the ledger. */
type Columns = Record<string, unknown>;

/** A profile as the table has it. */
export const columnsOf = ({ credits: _, ...profile }: Profile, timeZone: string): Columns => ({
  ...profile,
  verified_until: profile.verified_until && endOfDay(profile.verified_until, timeZone),
});

/** Adds a provider. */
export async function createProvider(
  pool: pg.Pool,
  options: By & { values: unknown; timeZone: string; contactKey: Buffer },
): Promise<{ ok: true; id: string } | Invalid> {
  const { values, timeZone, contactKey, actor, requestId, now } = options;
  const checked = checkProfile(values);
  if (!checked.ok) return { ok: false, reason: "fields", errors: checked.errors };
  const { profile } = checked;
  const id = randomUUIDv7();
  const columns = { id, ...columnsOf(profile, timeZone), created_at: now };
  const names = Object.keys(columns);
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `insert into providers (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
      Object.values(columns),
    );
    if (profile.credits > 0)
      await postCredits(tx, {
        kind: "adjustment",
        providerId: id,
        amount: profile.credits,
        actor,
        now,
      });
    const changes = describeChanges(contactKey, {
      before: null,
      after: profile,
      fields: PROFILE_FIELDS,
    });
    await writeAudit(tx, {
      actor,
      action: "create",
      entity: "provider",
      entityId: id,
      changes,
      requestId,
      now,
    });
  });
  return { ok: true, id };
}

export type SaveProfile = By & {
  id: string;
  values: unknown;
  /**
   * What the form was opened with: of the row, and of the credits, which move without the row's
   * version.
   */
  version: number;
  creditsOpened: number;
  timeZone: string;
  /** For the hashes of contact data in the audit log. */
  contactKey: Buffer;
};
export type SaveProfileResult =
  | { ok: true }
  | Invalid
  | { ok: false; reason: "not-found" | "conflict" };

/** Saves what differs; a changed balance posts the difference to the ledger. */
export function saveProfile(pool: pg.Pool, options: SaveProfile): Promise<SaveProfileResult> {
  const { id, values, version, creditsOpened, timeZone, contactKey, actor, requestId, now } =
    options;
  return inTransaction(pool, async (tx): Promise<SaveProfileResult> => {
    const provider = await holdProvider(tx, id);
    if (!provider) return { ok: false, reason: "not-found" };
    const checked = checkProfile(values, provider.categories);
    if (!checked.ok) return { ok: false, reason: "fields", errors: checked.errors };
    const { profile } = checked;
    const wantsCredits = profile.credits !== creditsOpened;
    if (provider.version !== version || (wantsCredits && provider.credits !== creditsOpened))
      return { ok: false, reason: "conflict" };
    const current = profileOf(provider, timeZone);
    const changed = PROFILE_FIELDS.filter((field) =>
      field === "credits" ? wantsCredits : !isDeepStrictEqual(current[field], profile[field]),
    );
    if (changed.length === 0) return { ok: true };
    if (wantsCredits)
      await postCredits(tx, {
        kind: "adjustment",
        providerId: id,
        amount: profile.credits - provider.credits,
        actor,
        now,
      });
    await updateColumns(tx, id, changedColumns({ provider, profile, changed, timeZone, now }));
    const changes = describeChanges(contactKey, {
      before: current,
      after: profile,
      fields: changed,
    });
    await writeAudit(tx, {
      actor,
      action: "save-profile",
      entity: "provider",
      entityId: id,
      changes,
      requestId,
      now,
    });
    return { ok: true };
  });
}

type Changed = {
  provider: StoredProvider;
  profile: Profile;
  changed: ProfileField[];
  timeZone: string;
  now: Date;
};

function changedColumns({ provider, profile, changed, timeZone, now }: Changed): Columns {
  const next = columnsOf(profile, timeZone);
  const columns = Object.fromEntries(
    changed.filter((field) => field !== "credits").map((field) => [field, next[field]]),
  );
  if (!changed.includes("verification_status")) return columns;
  const byStatus = statusColumns({
    status: profile.verification_status,
    verifiedUntil: provider.verifiedUntil,
    now,
  });
  // A date that was typed beside the status counts.
  return { ...byStatus, ...columns };
}

type NewStatus = { status: string; verifiedUntil: Date | null; now: Date };

/**
 * What a person's choice of a status writes: it ends any proposal, and a date that has passed
 * cannot end it at once.
 */
export function statusColumns({ status, verifiedUntil, now }: NewStatus): Columns {
  const hasPassed = status === "verified" && verifiedUntil !== null && verifiedUntil <= now;
  return {
    verification_status: status,
    proposed_status: null,
    proposed_reason: null,
    ...(hasPassed ? { verified_until: null } : {}),
  };
}

/** Writes columns of a provider and counts its version up. */
export async function updateColumns(
  tx: pg.PoolClient,
  id: string,
  columns: Columns,
): Promise<void> {
  const sets = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
  await tx.query(
    `update providers set ${[...sets, "version = version + 1"].join(", ")} where id = $1`,
    [id, ...Object.values(columns)],
  );
}
