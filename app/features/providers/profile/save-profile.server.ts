import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { postCredits } from "#app/features/billing/ledger.server.ts";
import { storeAreas } from "../areas/store-areas.server.ts";
import type { ProviderStatus } from "../constants.ts";
import { type FieldErrors, PROFILE_FIELDS, type Profile, type ProfileField } from "../schema.ts";
import { getEndOfDay } from "../verification/verified-days.ts";
import { checkProfile, toProfile } from "./check-profile.server.ts";
import { describeChanges } from "./describe-changes.server.ts";
import { lockProvider, type StoredProvider } from "./queries.server.ts";

type Invalid = { ok: false; reason: "fields"; errors: FieldErrors };

/** `contactKeys`: for the hashes of contact data in the audit log. */
type ProfileContext = ActionContext & Pick<AppContext, "contactKeys">;

/** Columns of a provider that are written as they are; credits go through the ledger. */
type ProviderColumns = Partial<typeof providers.$inferInsert>;
type ColumnField = Exclude<ProfileField, "credits">;
const COLUMN_BY_FIELD = {
  company_name: "companyName",
  contact_name: "contactName",
  phone: "phone",
  contact_email: "contactEmail",
  business_address: "businessAddress",
  business_city: "businessCity",
  business_state: "businessState",
  business_zip: "businessZip",
  service_categories: "serviceCategories",
  service_area_zips: "serviceAreaZips",
  verification_status: "verificationStatus",
  verified_until: "verifiedUntil",
} as const satisfies Record<ColumnField, keyof ProviderColumns>;

/** The columns of a profile. */
export const toProviderColumns = (profile: Profile, timeZone: string) =>
  ({
    companyName: profile.company_name,
    contactName: profile.contact_name,
    phone: profile.phone,
    contactEmail: profile.contact_email,
    businessAddress: profile.business_address,
    businessCity: profile.business_city,
    businessState: profile.business_state,
    businessZip: profile.business_zip,
    serviceCategories: profile.service_categories,
    serviceAreaZips: profile.service_area_zips,
    verificationStatus: profile.verification_status,
    verifiedUntil: profile.verified_until ? getEndOfDay(profile.verified_until, timeZone) : null,
  }) satisfies ProviderColumns;

/** Creates a provider. */
export async function createProvider(
  context: ProfileContext,
  input: { values: unknown; timeZone: string },
): Promise<{ ok: true; id: string } | Invalid> {
  const { contactKeys, actor, now } = context;
  const checked = checkProfile(input.values);
  if (!checked.ok) return { ok: false, reason: "fields", errors: checked.errors };
  const { profile } = checked;
  const id = randomUUIDv7();
  await withTransaction(context.db, async (tx) => {
    const columns = toProviderColumns(profile, input.timeZone);
    await tx.insert(providers).values({ id, ...columns, createdAt: now });
    if (profile.credits > 0)
      await postCredits(tx, {
        kind: "adjustment",
        providerId: id,
        amount: profile.credits,
        actor,
        now,
      });
    const changes = describeChanges(contactKeys, {
      before: null,
      after: profile,
      fields: PROFILE_FIELDS,
    });
    await recordAudit(tx, context, { action: "create", entity: "provider", entityId: id, changes });
  });
  return { ok: true, id };
}

export type SaveProfileInput = {
  id: string;
  values: unknown;
  /**
   * The row's version and the balance when the form was opened; the balance changes without the
   * version.
   */
  version: number;
  creditsOpened: number;
  timeZone: string;
};
export type SaveProfileResult =
  | { ok: true }
  | Invalid
  | { ok: false; reason: "not-found" | "conflict" };

/** Saves the changed fields; a changed balance posts the difference to the ledger. */
export function saveProfile(
  context: ProfileContext,
  input: SaveProfileInput,
): Promise<SaveProfileResult> {
  const { contactKeys, actor, now } = context;
  const { id, values, version, creditsOpened, timeZone } = input;
  return withTransaction(context.db, async (tx): Promise<SaveProfileResult> => {
    const provider = await lockProvider(tx, id);
    if (!provider) return { ok: false, reason: "not-found" };
    // What was there when the form was opened may stay in it.
    const credits = Math.min(provider.credits, creditsOpened);
    const checked = checkProfile(values, { ...provider, credits });
    if (!checked.ok) return { ok: false, reason: "fields", errors: checked.errors };
    const { profile } = checked;
    const creditsChanged = profile.credits !== creditsOpened;
    if (provider.version !== version || (creditsChanged && provider.credits !== creditsOpened))
      return { ok: false, reason: "conflict" };
    const before = toProfile(provider, timeZone);
    const changed = PROFILE_FIELDS.filter((field) =>
      field === "credits" ? creditsChanged : !isDeepStrictEqual(before[field], profile[field]),
    );
    if (changed.length === 0) return { ok: true };
    if (creditsChanged)
      await postCredits(tx, {
        kind: "adjustment",
        providerId: id,
        amount: profile.credits - provider.credits,
        actor,
        now,
      });
    await updateProvider(tx, id, getChangedColumns({ provider, profile, changed, timeZone, now }));
    // A list of ZIP codes is no longer what the provider's own entries cover.
    if (changed.includes("service_area_zips"))
      await storeAreas(tx, { providerId: id, areas: null, now });
    const changes = describeChanges(contactKeys, { before, after: profile, fields: changed });
    await recordAudit(tx, context, {
      action: "save-profile",
      entity: "provider",
      entityId: id,
      changes,
    });
    return { ok: true };
  });
}

type ProfileChange = {
  provider: StoredProvider;
  profile: Profile;
  changed: ProfileField[];
  timeZone: string;
  now: Date;
};

function getChangedColumns({
  provider,
  profile,
  changed,
  timeZone,
  now,
}: ProfileChange): ProviderColumns {
  const next = toProviderColumns(profile, timeZone);
  const columns: ProviderColumns = Object.fromEntries(
    changed
      .filter((field) => field !== "credits")
      .map((field) => [COLUMN_BY_FIELD[field], next[COLUMN_BY_FIELD[field]]]),
  );
  if (!changed.includes("verification_status")) return columns;
  const byStatus = getStatusColumns({
    status: profile.verification_status,
    verifiedUntil: provider.verifiedUntil,
    now,
  });
  // A date that was typed along with the status wins.
  return { ...byStatus, ...columns };
}

type NewStatus = { status: ProviderStatus; verifiedUntil: Date | null; now: Date };

/**
 * The columns to update when a person chooses a status: it ends any proposal, and drops an end date
 * in the past, which would end the new status at once.
 */
export function getStatusColumns({ status, verifiedUntil, now }: NewStatus): ProviderColumns {
  const hasPassed = status === "verified" && verifiedUntil !== null && verifiedUntil <= now;
  return {
    verificationStatus: status,
    proposedStatus: null,
    proposedReason: null,
    ...(hasPassed ? { verifiedUntil: null } : {}),
  };
}

/** Updates columns of a provider and increments its version. */
export async function updateProvider(
  tx: Transaction,
  id: string,
  columns: ProviderColumns,
): Promise<void> {
  await tx
    .update(providers)
    .set({ ...columns, version: sql`${providers.version} + 1` })
    .where(eq(providers.id, id));
}
