import type { AppContext } from "#app/app-context.ts";
import { listCredits } from "#app/features/billing/credit-queries.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatCredits, formatDay, formatMoney } from "#app/lib/format-metrics.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { formatPhoneHref, normalizePhoneDigits } from "#app/lib/phone.ts";
import { EXPIRY_WARNING_DAYS, SHOWN_CATEGORIES, SHOWN_ENTRIES, type Tab } from "../constants.ts";
import { buildListQuery } from "../list/list-query.ts";
import { countProviders, listProviders, type ProviderRow } from "../list/queries.server.ts";
import type { ListFilters } from "../list/read-filters.ts";
import {
  classifyEvidence,
  describeWarning,
  type Evidence,
  findWarning,
} from "../verification/classify-evidence.ts";
import { getLastDayBefore } from "../verification/verified-days.ts";
import { toProfile } from "./check-profile.server.ts";
import {
  getPerformance,
  getProvider,
  getProviderSettings,
  getSubscription,
  listEvidence,
  listKeys,
  type StoredProvider,
} from "./queries.server.ts";
import { getSettingsFingerprint } from "./save-settings.server.ts";
import { listServiceChoices } from "./service-choices.server.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 2026-11-21 as "Nov 21, 2026". */
export const formatFullDay = (day: string) =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
const formatVerifiedUntil = (until: Date | null, timeZone: string) =>
  until && formatFullDay(getLastDayBefore(until, timeZone));
const formatTwoDecimals = (value: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function describeFirstWarning(evidence: Evidence[], today: string): string | null {
  const warning = findWarning(evidence, today);
  return warning && describeWarning(warning);
}

function toListedProvider(row: ProviderRow, { timeZone, now }: { timeZone: string; now: Date }) {
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
    phoneHref: normalizePhoneDigits(phone) ? formatPhoneHref(phone) : null,
    place: [row.city, row.state].filter(Boolean).join(", "),
    verifiedUntil: formatVerifiedUntil(row.verifiedUntil, timeZone),
    hasLapsed: row.verifiedUntil !== null && row.verifiedUntil <= now,
    endsSoon:
      row.verifiedUntil !== null &&
      row.verifiedUntil.getTime() - now.getTime() <= EXPIRY_WARNING_DAYS * DAY_MS,
    warning:
      row.status === "verified"
        ? describeFirstWarning(row.evidence, toBusinessDay(now, timeZone))
        : null,
    subscription: row.subscription ?? "none",
    credits: formatTwoDecimals(row.credits),
    rating: row.reputation === null ? null : row.reputation.toFixed(1),
  };
}
export type ListedProvider = ReturnType<typeof toListedProvider>;

type ListContext = Pick<AppContext, "db" | "now" | "settings">;

/** One page of the list as the screen shows it. */
export async function loadProviderList(
  { db, now: clock, settings }: ListContext,
  filters: ListFilters,
) {
  const now = clock();
  const [{ timeZone }, page, counts] = await Promise.all([
    settings.get(),
    listProviders(db, { filters, now }),
    countProviders(db),
  ]);
  const { q, status } = filters;
  return {
    providers: page.rows.map((row) => toListedProvider(row, { timeZone, now })),
    older: page.older,
    newer: page.newer,
    filters: { q, status },
    query: buildListQuery(filters),
    counts,
    at: now.getTime(),
  };
}
export type ProviderListData = Awaited<ReturnType<typeof loadProviderList>>;

type DetailContext = ListContext & Pick<AppContext, "vault" | "env">;

/** Everything that one tab of a provider shows, or null. */
export async function loadProviderDetail(
  app: DetailContext,
  options: { id: string; tab: Tab; staffName: string },
) {
  const { id, tab, staffName } = options;
  const [{ timeZone }, provider] = await Promise.all([app.settings.get(), getProvider(app.db, id)]);
  if (!provider) return null;
  const now = app.now();
  const time = { timeZone, now };
  return {
    tab,
    provider: toHeader(provider, time),
    profile:
      tab === "profile"
        ? {
            values: toProfile(provider, timeZone),
            version: provider.version,
            choices: listServiceChoices(),
          }
        : null,
    settings: tab === "settings" ? await loadSettings(app, id) : null,
    billing: tab === "billing" ? await loadBilling(app, { provider, ...time }) : null,
    performance: tab === "performance" ? await loadPerformance(app, { id, ...time }) : null,
    verification:
      tab === "verification" ? await loadVerification(app, { id, staffName, ...time }) : null,
  };
}
export type ProviderDetailData = NonNullable<Awaited<ReturnType<typeof loadProviderDetail>>>;

type DisplayTime = { timeZone: string; now: Date };

const toHeader = (provider: StoredProvider, { timeZone, now }: DisplayTime) => ({
  id: provider.id,
  companyName: provider.companyName,
  contactName: provider.contactName,
  status: provider.status,
  verifiedUntil: formatVerifiedUntil(provider.verifiedUntil, timeZone),
  hasLapsed: provider.verifiedUntil !== null && provider.verifiedUntil <= now,
  proposedStatus: provider.proposedStatus,
  proposedReason: provider.proposedReason,
  isDemo: provider.isDemo,
  since: formatFullDay(toBusinessDay(provider.createdAt, timeZone)),
});

async function loadSettings({ db, vault }: DetailContext, id: string) {
  const [values, keys] = await Promise.all([
    getProviderSettings(db, id),
    listKeys(db, { providerId: id, vault }),
  ]);
  return { values, mark: getSettingsFingerprint(values), keys };
}

async function loadBilling(
  { db, env }: DetailContext,
  { provider, timeZone }: DisplayTime & { provider: StoredProvider },
) {
  const [subscription, entries] = await Promise.all([
    getSubscription(db, provider.id),
    listCredits(db, { providerId: provider.id, limit: SHOWN_ENTRIES }),
  ]);
  return {
    stripeCustomerId: provider.stripeCustomerId,
    isConnected: env.STRIPE_SECRET_KEY !== undefined,
    timeZone,
    subscription: subscription && {
      ...subscription,
      periodEnd:
        subscription.periodEnd && formatFullDay(toBusinessDay(subscription.periodEnd, timeZone)),
    },
    credits: formatTwoDecimals(provider.credits),
    entries: entries.map(({ at, amount, ...entry }) => ({
      ...entry,
      amount: `${amount > 0 ? "+" : ""}${formatTwoDecimals(amount)}`,
      day: formatFullDay(toBusinessDay(at, timeZone)),
      exact: formatExactTime(at, timeZone),
    })),
  };
}

async function loadPerformance(
  { db }: DetailContext,
  { id, timeZone, now }: DisplayTime & { id: string },
) {
  const { jobs, weeks, ...counts } = await getPerformance(db, { providerId: id, now });
  return {
    ...counts,
    jobs: jobs.map(({ createdAt, amount, inCredits, ...job }) => ({
      ...job,
      amount: amount === null ? null : inCredits ? formatCredits(amount) : formatMoney(amount),
      day: formatFullDay(toBusinessDay(createdAt, timeZone)),
      exact: formatExactTime(createdAt, timeZone),
    })),
    weeks: weeks.map(({ start, accepted }) => ({
      from: formatDay(toBusinessDay(start, timeZone)),
      accepted,
    })),
  };
}

async function loadVerification(
  { db }: DetailContext,
  { id, timeZone, now, staffName }: DisplayTime & { id: string; staffName: string },
) {
  const today = toBusinessDay(now, timeZone);
  const evidence = await listEvidence(db, id);
  return {
    staffName,
    evidence: evidence.map(({ validUntil, createdAt, ...one }) => ({
      ...one,
      ...classifyEvidence({ validUntil }, today),
      validUntil: validUntil && formatFullDay(validUntil),
      added: formatFullDay(toBusinessDay(createdAt, timeZone)),
    })),
  };
}
