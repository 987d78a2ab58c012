import type { AppContext } from "#app/app-context.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { formatPhoneHref, normalizePhoneDigits } from "#app/lib/phone.ts";
import { EXPIRY_WARNING_DAYS, SHOWN_CATEGORIES, SHOWN_TO_CHECK } from "../constants.ts";
import { formatBalance, formatVerifiedUntil } from "../format-provider.ts";
import { type Evidence, findWarning, formatWarning } from "../verification/classify-evidence.ts";
import { buildListQuery } from "./list-query.ts";
import { countProviders, listProviders, type ProviderRow } from "./queries.server.ts";
import { listToCheck } from "./queries.sql.ts";
import type { ListFilters } from "./read-filters.ts";

function describeFirstWarning(evidence: Evidence[], today: string): string | null {
  const warning = findWarning(evidence, today);
  return warning && formatWarning(warning);
}

function toListedProvider(row: ProviderRow, { timeZone, now }: { timeZone: string; now: Date }) {
  const { verifiedUntil, reputation, phone } = row;
  return {
    id: row.id,
    companyName: row.companyName,
    contactName: row.contactName,
    phone,
    zips: row.zips,
    status: row.status,
    proposedStatus: row.proposedStatus,
    jobsCompleted: row.jobsCompleted,
    jobsThisWeek: row.jobsThisWeek,
    tier: row.tier,
    isDemo: row.isDemo,
    categories: row.categories.slice(0, SHOWN_CATEGORIES),
    moreCategories: Math.max(0, row.categories.length - SHOWN_CATEGORIES),
    phoneHref: normalizePhoneDigits(phone) ? formatPhoneHref(phone) : null,
    place: [row.city, row.state].filter(Boolean).join(", "),
    verifiedUntil: formatVerifiedUntil(verifiedUntil, timeZone),
    hasLapsed: verifiedUntil !== null && verifiedUntil <= now,
    endsSoon:
      verifiedUntil !== null &&
      verifiedUntil.getTime() - now.getTime() <= EXPIRY_WARNING_DAYS * DAY_MS,
    warning:
      row.status === "verified"
        ? describeFirstWarning(row.evidence, toBusinessDay(now, timeZone))
        : null,
    subscription: row.subscription ?? "none",
    credits: formatBalance(row.credits),
    rating: reputation === null ? null : reputation.toFixed(1),
    /** None where the rating is from before the first review. */
    reviews: formatQuantity(row.reviews, "review"),
  };
}
export type ListedProvider = ReturnType<typeof toListedProvider>;

type ListContext = Pick<AppContext, "db" | "now" | "settings">;

/** One page of the list, formatted for the screen. */
export async function loadProviderList(
  { db, now: clock, settings }: ListContext,
  filters: ListFilters,
) {
  const now = clock();
  const [{ timeZone }, page, counts, toCheck] = await Promise.all([
    settings.get(),
    listProviders(db, { filters, now }),
    countProviders(db),
    listToCheck.rows(db, { limit: SHOWN_TO_CHECK }),
  ]);
  const { q, status } = filters;
  return {
    providers: page.rows.map((row) => toListedProvider(row, { timeZone, now })),
    older: page.older,
    newer: page.newer,
    filters: { q, status },
    query: buildListQuery(filters),
    counts,
    toCheck: { total: toCheck[0]?.total ?? 0, providers: toCheck },
    at: now.getTime(),
  };
}
export type ProviderListData = Awaited<ReturnType<typeof loadProviderList>>;
