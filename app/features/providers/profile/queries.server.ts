import { desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import {
  providerSettings,
  providers,
  verificationEvidence,
} from "#app/db/tables/providers.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { type CamelCase, toCamelCase } from "#app/lib/camel-case.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import { RECENT_JOBS, SHOWN_SECRET_CHARACTERS, TREND_WEEKS } from "../constants.ts";
import {
  DEFAULT_SETTINGS,
  type ProviderSettings,
  SETTINGS_FIELDS,
  type SettingsField,
} from "../schema.ts";
import { countBidsByWeek, countRecentWork, listRecentJobs, listSealedKeys } from "./queries.sql.ts";

export const isProviderId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** The columns of a provider's profile. */
export const PROFILE_COLUMNS = {
  id: providers.id,
  companyName: providers.companyName,
  contactName: providers.contactName,
  contactEmail: providers.contactEmail,
  phone: providers.phone,
  address: providers.businessAddress,
  city: providers.businessCity,
  state: providers.businessState,
  zip: providers.businessZip,
  categories: providers.serviceCategories,
  zips: providers.serviceAreaZips,
  status: providers.verificationStatus,
  verifiedUntil: providers.verifiedUntil,
  proposedStatus: providers.proposedStatus,
  proposedReason: providers.proposedReason,
  credits: providers.credits,
  stripeCustomerId: providers.stripeCustomerId,
  isDemo: providers.isDemo,
  version: providers.version,
  createdAt: providers.createdAt,
};

const selectProvider = (db: Connection, id: string) =>
  db.select(PROFILE_COLUMNS).from(providers).where(eq(providers.id, id));

export type StoredProvider = Awaited<ReturnType<typeof selectProvider>>[number];

/** A provider, or null. */
export async function getProvider(db: Database, id: string): Promise<StoredProvider | null> {
  if (!isProviderId(id)) return null;
  const [provider] = await selectProvider(db, id);
  return provider ?? null;
}

/** The same row, locked until the transaction ends. */
export async function lockProvider(tx: Transaction, id: string): Promise<StoredProvider | null> {
  if (!isProviderId(id)) return null;
  const [provider] = await selectProvider(tx, id).for("update");
  return provider ?? null;
}

/** The column of each setting. */
const SETTINGS_COLUMNS = Object.fromEntries(
  SETTINGS_FIELDS.map((field) => [field, providerSettings[toCamelCase(field)]]),
) as {
  [Field in SettingsField]: (typeof providerSettings)[CamelCase<Field>];
};

/** A provider's settings; the defaults where nobody has saved any. */
export async function getProviderSettings(
  db: Connection,
  providerId: string,
): Promise<ProviderSettings> {
  const [stored] = await db
    .select(SETTINGS_COLUMNS)
    .from(providerSettings)
    .where(eq(providerSettings.providerId, providerId));
  return stored ?? DEFAULT_SETTINGS;
}

/** Where a provider's integration key is stored; the vault binds the encrypted value to it. */
export const getKeyLocation = (providerId: string, name: string) => ({
  table: "provider_settings",
  row: providerId,
  column: `api_integration_keys.${name}`,
});

export type KeySummary = { name: string; lastFour: string | null };

/**
 * A provider's integration keys by name, with the last characters of each; null where this
 * installation cannot decrypt it.
 */
export async function listKeys(
  db: Database,
  { providerId, vault }: { providerId: string; vault: Vault },
): Promise<KeySummary[]> {
  const keys = await listSealedKeys.rows(db, { providerId });
  return keys.map(({ name, sealed }) => ({
    name,
    lastFour:
      vault.open(sealed, getKeyLocation(providerId, name))?.slice(-SHOWN_SECRET_CHARACTERS) ?? null,
  }));
}

export type StoredSubscription = { status: string; tier: string | null; periodEnd: Date | null };

/** A provider's subscription, or null. */
export async function getSubscription(
  db: Database,
  providerId: string,
): Promise<StoredSubscription | null> {
  const { status, packageTier: tier, currentPeriodEnd: periodEnd } = paymentsSubscriptions;
  const [subscription] = await db
    .select({ status, tier, periodEnd })
    .from(paymentsSubscriptions)
    .where(eq(paymentsSubscriptions.providerId, providerId));
  return subscription ?? null;
}

/**
 * A provider's performance: accepted bids of 7 days and a month, jobs of 7 days, the latest jobs,
 * and accepted bids week by week.
 */
export async function getPerformance(
  db: Database,
  { providerId, now }: { providerId: string; now: Date },
) {
  const starts = Array.from(
    { length: TREND_WEEKS },
    (_, index) => new Date(now.getTime() - (TREND_WEEKS - index) * 7 * DAY_MS),
  );
  const [counts, weeks, jobs] = await Promise.all([
    countRecentWork.first(db, { providerId, now }),
    countBidsByWeek.rows(db, { providerId, starts, from: starts[0] ?? now, to: now }),
    listRecentJobs.rows(db, { providerId, limit: RECENT_JOBS }),
  ]);
  const accepted = new Map(weeks.map((row) => [row.bucket, row.accepted]));
  return {
    ...(counts ?? { bidsWeek: 0, bidsMonth: 0, jobsWeek: 0 }),
    jobs,
    weeks: starts.map((start, index) => ({ start, accepted: accepted.get(index + 1) ?? 0 })),
  };
}

/** Proof that a provider was checked, the newest first. */
export function listEvidence(db: Connection, providerId: string) {
  const { id, check, description, checkedBy, validUntil, createdAt } = verificationEvidence;
  return db
    .select({ id, check, description, checkedBy, validUntil, createdAt })
    .from(verificationEvidence)
    .where(eq(verificationEvidence.providerId, providerId))
    .orderBy(desc(createdAt), desc(id));
}
export type StoredEvidence = Awaited<ReturnType<typeof listEvidence>>[number];
