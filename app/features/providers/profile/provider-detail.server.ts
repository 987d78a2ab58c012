import type pg from "pg";
import { DAY_MS } from "#app/lib/durations.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import {
  type Check,
  type ProviderStatus,
  RECENT_JOBS,
  SHOWN_SECRET_LETTERS,
  TREND_WEEKS,
} from "../constants.ts";
import type { ProviderSettings } from "../schema.ts";

export const isProviderId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

export type StoredProvider = {
  id: string;
  companyName: string;
  contactName: string;
  contactEmail: string | null;
  phone: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  categories: string[];
  zips: string[];
  status: ProviderStatus;
  verifiedUntil: Date | null;
  proposedStatus: ProviderStatus | null;
  proposedReason: string | null;
  credits: number;
  stripeCustomerId: string | null;
  isDemo: boolean;
  version: number;
  createdAt: Date;
};

const SELECT = `select id, company_name as "companyName", contact_name as "contactName", contact_email as "contactEmail", phone, business_address as address,
  business_city as city, business_state as state, business_zip as zip, service_categories as categories, service_area_zips as zips, verification_status as status,
  verified_until as "verifiedUntil", proposed_status as "proposedStatus", proposed_reason as "proposedReason", credits::float8 as credits,
  stripe_customer_id as "stripeCustomerId", is_demo as "isDemo", version, created_at as "createdAt" from providers where id = $1`;

/** A provider's own row, or null. */
export async function getProvider(pool: pg.Pool, id: string): Promise<StoredProvider | null> {
  if (!isProviderId(id)) return null;
  const { rows } = await pool.query<StoredProvider>(SELECT, [id]);
  return rows[0] ?? null;
}

/** The same row, kept from others until the transaction ends. */
export async function holdProvider(tx: pg.PoolClient, id: string): Promise<StoredProvider | null> {
  if (!isProviderId(id)) return null;
  const { rows } = await tx.query<StoredProvider>(`${SELECT} for update`, [id]);
  return rows[0] ?? null;
}

const DEFAULT_SETTINGS: ProviderSettings = {
  call_routing_phone: null,
  calendar_integration_url: null,
  email_notifications: true,
  sms_notifications: false,
  min_job_value: null,
  max_job_value: null,
};

/** A provider's settings; the defaults where nobody has saved any. */
export async function getProviderSettings(
  db: pg.Pool | pg.PoolClient,
  providerId: string,
): Promise<ProviderSettings> {
  const { rows } = await db.query<ProviderSettings>(
    `select call_routing_phone, calendar_integration_url, email_notifications, sms_notifications, min_job_value::float8 as min_job_value, max_job_value::float8 as max_job_value
     from provider_settings where provider_id = $1`,
    [providerId],
  );
  return rows[0] ?? DEFAULT_SETTINGS;
}

/** Where a key of a provider is kept, for the vault. */
export const keyPlace = (providerId: string, name: string) => ({
  table: "provider_settings",
  row: providerId,
  column: `api_integration_keys.${name}`,
});

export type ShownKey = { name: string; lastFour: string | null };

/**
 * Names of a provider's keys and the last letters of each; null where this installation cannot open
 * it.
 */
export async function listKeys(
  pool: pg.Pool,
  { providerId, vault }: { providerId: string; vault: Vault },
): Promise<ShownKey[]> {
  const { rows } = await pool.query<{ name: string; sealed: string }>(
    "select k.key as name, k.value as sealed from provider_settings, jsonb_each_text(coalesce(api_integration_keys, '{}')) k where provider_id = $1 order by lower(k.key)",
    [providerId],
  );
  return rows.map(({ name, sealed }) => ({
    name,
    lastFour: vault.open(sealed, keyPlace(providerId, name))?.slice(-SHOWN_SECRET_LETTERS) ?? null,
  }));
}

export type StoredSubscription = { status: string; tier: string | null; periodEnd: Date | null };

/** A provider's subscription, or null. */
export async function getSubscription(
  pool: pg.Pool,
  providerId: string,
): Promise<StoredSubscription | null> {
  const { rows } = await pool.query<StoredSubscription>(
    'select status, package_tier as tier, current_period_end as "periodEnd" from payments_subscriptions where provider_id = $1',
    [providerId],
  );
  return rows[0] ?? null;
}

export type RecentJob = {
  id: string;
  serviceType: string;
  status: string;
  createdAt: Date;
  bidStatus: string | null;
  amount: number | null;
  /** The bid belongs to an offer: its amount is in credits, else in dollars. */
  inCredits: boolean;
};
export type Performance = {
  bidsWeek: number;
  bidsMonth: number;
  jobsWeek: number;
  jobs: RecentJob[];
  weeks: { start: Date; accepted: number }[];
};

/**
 * How a provider does: accepted bids of 7 days and a month, jobs of 7 days, the latest jobs, and
 * accepted bids week by week.
 */
export async function getPerformance(
  pool: pg.Pool,
  { providerId, now }: { providerId: string; now: Date },
): Promise<Performance> {
  const starts = Array.from(
    { length: TREND_WEEKS },
    (_, index) => new Date(now.getTime() - (TREND_WEEKS - index) * 7 * DAY_MS),
  );
  const [counts, weeks, jobs] = await Promise.all([
    pool.query<Pick<Performance, "bidsWeek" | "bidsMonth" | "jobsWeek">>(
      `select (select count(*)::int from bids where provider_id = $1 and status = 'accepted' and created_at >= $2::timestamptz - interval '7 days') as "bidsWeek",
         (select count(*)::int from bids where provider_id = $1 and status = 'accepted' and created_at >= $2::timestamptz - interval '1 month') as "bidsMonth",
         (select count(*)::int from jobs where provider_id = $1 and created_at >= $2::timestamptz - interval '7 days') as "jobsWeek"`,
      [providerId, now],
    ),
    pool.query<{ bucket: number; accepted: number }>(
      `select width_bucket(created_at, $2::timestamptz[]) as bucket, count(*)::int as accepted from bids
       where provider_id = $1 and status = 'accepted' and created_at >= $3 and created_at <= $4 group by 1`,
      [providerId, starts, starts[0], now],
    ),
    pool.query<RecentJob>(
      `with mine as (select id from jobs where provider_id = $1 union select job_id from bids where provider_id = $1 and job_id is not null)
       select j.id, j.service_type as "serviceType", j.status, j.created_at as "createdAt", b.status as "bidStatus", b.amount::float8 as amount,
         exists (select from offers o where o.provider_id = $1 and o.bid_id = b.id) as "inCredits"
       from mine join jobs j on j.id = mine.id
       left join lateral (select id, status, amount from bids where provider_id = $1 and job_id = j.id order by created_at desc limit 1) b on true
       order by j.created_at desc, j.id desc limit $2`,
      [providerId, RECENT_JOBS],
    ),
  ]);
  const accepted = new Map(weeks.rows.map((row) => [row.bucket, row.accepted]));
  return {
    ...(counts.rows[0] ?? { bidsWeek: 0, bidsMonth: 0, jobsWeek: 0 }),
    jobs: jobs.rows,
    weeks: starts.map((start, index) => ({ start, accepted: accepted.get(index + 1) ?? 0 })),
  };
}

export type StoredEvidence = {
  id: string;
  check: Check;
  description: string;
  checkedBy: string;
  validUntil: string | null;
  createdAt: Date;
};

/** Proof that a provider was checked, the newest first. */
export async function listEvidence(
  db: pg.Pool | pg.PoolClient,
  providerId: string,
): Promise<StoredEvidence[]> {
  const { rows } = await db.query<StoredEvidence>(
    `select id, "check", description, checked_by as "checkedBy", valid_until::text as "validUntil", created_at as "createdAt"
     from verification_evidence where provider_id = $1 order by created_at desc, id desc`,
    [providerId],
  );
  return rows;
}
