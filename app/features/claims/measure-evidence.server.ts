import type { Database } from "#app/db/client.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { getBusinessHours, getBusinessTime } from "#app/lib/business-hours.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { Figures } from "./assess-claim.ts";
import {
  MAJOR_CITIES,
  RESPONSE_DAYS,
  RESPONSE_MIN_AGE_HOURS,
  RESPONSE_REQUESTS,
} from "./constants.ts";
import {
  countCoveredZips,
  countProvidersByChecks,
  listResponses,
  sumReviews,
} from "./queries.sql.ts";

type MeasureOptions = { now: Date; site: Pick<SiteSettings, "regularHours" | "timeZone"> };

/** Measures everything that a claim may need as evidence. Demo data does not count. */
export async function measureEvidence(
  db: Database,
  { now, site }: MeasureOptions,
): Promise<Figures> {
  const zips = Object.values(MAJOR_CITIES);
  const [reviews, groups, covered, responseMinutes] = await Promise.all([
    sumReviews.first(db, {}),
    countProvidersByChecks.rows(db, { now, today: toBusinessDay(now, site.timeZone) }),
    countCoveredZips.first(db, { now, zips }),
    measureResponses(db, { now, site }),
  ]);
  return {
    reviews: reviews ?? { sum: 0, count: 0 },
    responseMinutes,
    verifiedProviders: groups.reduce((sum, { count }) => sum + count, 0),
    activeProviders: groups.filter(({ isActive }) => isActive),
    cities: { covered: covered?.count ?? 0, all: zips.length },
  };
}

async function measureResponses(
  db: Database,
  { now, site: { regularHours, timeZone } }: MeasureOptions,
): Promise<number[]> {
  const rows = await listResponses.rows(db, {
    from: new Date(now.getTime() - RESPONSE_DAYS * DAY_MS),
    to: new Date(now.getTime() - RESPONSE_MIN_AGE_HOURS * HOUR_MS),
    limit: RESPONSE_REQUESTS,
  });
  const hours = getBusinessHours(regularHours);
  return rows.map(({ receivedAt, contactedAt }) =>
    contactedAt
      ? getBusinessTime({ from: receivedAt, to: contactedAt }, { hours, timeZone }) / MINUTE_MS
      : Number.POSITIVE_INFINITY,
  );
}
