import type { AppContext } from "#app/app-context.ts";
import { listCredits } from "#app/features/billing/credit-queries.server.ts";
import { dayOf } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatCredits, formatDay, formatMoney } from "#app/lib/format-metrics.ts";
import { exactTime } from "#app/lib/format-time.ts";
import { phoneDigits, phoneHref } from "#app/lib/phone.ts";
import { EXPIRY_WARNING_DAYS, SHOWN_CATEGORIES, SHOWN_ENTRIES, type Tab } from "../constants.ts";
import { listQuery } from "../list/list-query.ts";
import { countProviders, listProviders, type ProviderRow } from "../list/queries.server.ts";
import type { ListFilters } from "../list/read-filters.ts";
import {
  classifyEvidence,
  describeWarning,
  type Evidence,
  findWarning,
} from "../verification/classify-evidence.ts";
import { lastDayBefore } from "../verification/verified-days.ts";
import { profileOf } from "./check-profile.server.ts";
import {
  getPerformance,
  getProvider,
  getProviderSettings,
  getSubscription,
  listEvidence,
  listKeys,
  type StoredProvider,
} from "./provider-detail.server.ts";
import { settingsMark } from "./save-settings.server.ts";
import { listServiceChoices } from "./service-choices.server.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 2026-11-21 as "Nov 21, 2026". */
export const fullDay = (day: string) =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
const shownUntil = (until: Date | null, timeZone: string) =>
  until && fullDay(lastDayBefore(until, timeZone));
const twoDecimals = (value: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function warnOf(evidence: Evidence[], today: string): string | null {
  const warning = findWarning(evidence, today);
  return warning && describeWarning(warning);
}

function presentRow(row: ProviderRow, { timeZone, now }: { timeZone: string; now: Date }) {
  const {
    id,
    companyName,
    contactName,
    phone,
    zips,
    status,
    proposedStatus,
    jobsCompleted,
    jobsThisWeek,
    tier,
    isDemo,
  } = row;
  return {
    ...{
      id,
      companyName,
      contactName,
      phone,
      zips,
      status,
      proposedStatus,
      jobsCompleted,
      jobsThisWeek,
      tier,
      isDemo,
    },
    categories: row.categories.slice(0, SHOWN_CATEGORIES),
    moreCategories: Math.max(0, row.categories.length - SHOWN_CATEGORIES),
    phoneHref: phoneDigits(phone) ? phoneHref(phone) : null,
    place: [row.city, row.state].filter(Boolean).join(", "),
    verifiedUntil: shownUntil(row.verifiedUntil, timeZone),
    hasLapsed: row.verifiedUntil !== null && row.verifiedUntil <= now,
    endsSoon:
      row.verifiedUntil !== null &&
      row.verifiedUntil.getTime() - now.getTime() <= EXPIRY_WARNING_DAYS * DAY_MS,
    warning: row.status === "verified" ? warnOf(row.evidence, dayOf(now, timeZone)) : null,
    subscription: row.subscription ?? "none",
    credits: twoDecimals(row.credits),
    rating: row.reputation === null ? null : row.reputation.toFixed(1),
  };
}
export type ListedProvider = ReturnType<typeof presentRow>;

type Readers = Pick<AppContext, "db" | "now" | "settings">;

/** One page of the list as the screen shows it. */
export async function loadProviderList(
  { db, now: clock, settings }: Readers,
  filters: ListFilters,
) {
  const now = clock();
  const [{ timeZone }, page, counts] = await Promise.all([
    settings.get(),
    listProviders(db.$client, { filters, now }),
    countProviders(db.$client),
  ]);
  const { q, status } = filters;
  return {
    providers: page.rows.map((row) => presentRow(row, { timeZone, now })),
    older: page.older,
    newer: page.newer,
    filters: { q, status },
    query: listQuery(filters),
    counts,
    at: now.getTime(),
  };
}
export type ProviderListData = Awaited<ReturnType<typeof loadProviderList>>;

type DetailServices = Readers & Pick<AppContext, "vault" | "env">;

/** Everything that one tab of a provider shows, or null. */
export async function loadProviderDetail(
  services: DetailServices,
  options: { id: string; tab: Tab; staffName: string },
) {
  const { id, tab, staffName } = options;
  const pool = services.db.$client;
  const [{ timeZone }, provider] = await Promise.all([
    services.settings.get(),
    getProvider(pool, id),
  ]);
  if (!provider) return null;
  const now = services.now();
  const at = { timeZone, now };
  return {
    tab,
    provider: headOf(provider, at),
    profile:
      tab === "profile"
        ? {
            values: profileOf(provider, timeZone),
            version: provider.version,
            choices: listServiceChoices(),
          }
        : null,
    settings: tab === "settings" ? await loadSettings(services, id) : null,
    billing: tab === "billing" ? await loadBilling(services, { provider, ...at }) : null,
    performance: tab === "performance" ? await loadPerformance(services, { id, ...at }) : null,
    verification:
      tab === "verification" ? await loadVerification(services, { id, staffName, ...at }) : null,
  };
}
export type ProviderDetailData = NonNullable<Awaited<ReturnType<typeof loadProviderDetail>>>;

type At = { timeZone: string; now: Date };

const headOf = (provider: StoredProvider, { timeZone, now }: At) => ({
  id: provider.id,
  companyName: provider.companyName,
  contactName: provider.contactName,
  status: provider.status,
  verifiedUntil: shownUntil(provider.verifiedUntil, timeZone),
  hasLapsed: provider.verifiedUntil !== null && provider.verifiedUntil <= now,
  proposedStatus: provider.proposedStatus,
  proposedReason: provider.proposedReason,
  isDemo: provider.isDemo,
  since: fullDay(dayOf(provider.createdAt, timeZone)),
});

async function loadSettings({ db, vault }: DetailServices, id: string) {
  const [values, keys] = await Promise.all([
    getProviderSettings(db.$client, id),
    listKeys(db.$client, { providerId: id, vault }),
  ]);
  return { values, mark: settingsMark(values), keys };
}

async function loadBilling(
  { db, env }: DetailServices,
  { provider, timeZone }: At & { provider: StoredProvider },
) {
  const [subscription, entries] = await Promise.all([
    getSubscription(db.$client, provider.id),
    listCredits(db.$client, { providerId: provider.id, limit: SHOWN_ENTRIES }),
  ]);
  return {
    stripeCustomerId: provider.stripeCustomerId,
    isConnected: env.STRIPE_SECRET_KEY !== undefined,
    timeZone,
    subscription: subscription && {
      ...subscription,
      periodEnd: subscription.periodEnd && fullDay(dayOf(subscription.periodEnd, timeZone)),
    },
    credits: twoDecimals(provider.credits),
    entries: entries.map(({ at, amount, ...entry }) => ({
      ...entry,
      amount: `${amount > 0 ? "+" : ""}${twoDecimals(amount)}`,
      day: fullDay(dayOf(at, timeZone)),
      exact: exactTime(at, timeZone),
    })),
  };
}

async function loadPerformance({ db }: DetailServices, { id, timeZone, now }: At & { id: string }) {
  const { jobs, weeks, ...counts } = await getPerformance(db.$client, { providerId: id, now });
  return {
    ...counts,
    jobs: jobs.map(({ createdAt, amount, inCredits, ...job }) => ({
      ...job,
      amount: amount === null ? null : inCredits ? formatCredits(amount) : formatMoney(amount),
      day: fullDay(dayOf(createdAt, timeZone)),
      exact: exactTime(createdAt, timeZone),
    })),
    weeks: weeks.map(({ start, accepted }) => ({
      from: formatDay(dayOf(start, timeZone)),
      accepted,
    })),
  };
}

async function loadVerification(
  { db }: DetailServices,
  { id, timeZone, now, staffName }: At & { id: string; staffName: string },
) {
  const today = dayOf(now, timeZone);
  const evidence = await listEvidence(db.$client, id);
  return {
    staffName,
    evidence: evidence.map(({ validUntil, createdAt, ...one }) => ({
      ...one,
      ...classifyEvidence({ validUntil }, today),
      validUntil: validUntil && fullDay(validUntil),
      added: fullDay(dayOf(createdAt, timeZone)),
    })),
  };
}
