import type { AppContext } from "#app/app-context.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { parsePeriod } from "./constants.ts";
import { getSourcesReport } from "./queries.server.ts";

/**
 * Data of the page of sources. Reads the setting from the database: the cache is late after a save.
 * @param options.query `days` is the period
 */
export async function loadSourcesPage(
  { db, replica, now, log }: Pick<AppContext, "db" | "replica" | "now" | "log">,
  { query }: { query: URLSearchParams },
) {
  const days = parsePeriod(query);
  const { timeZone, adContactHashesSince: since } = await getSiteSettings(db);
  const cached = await getSourcesReport(replica, { days, now: now(), timeZone, log });
  return {
    days,
    report: cached?.report ?? null,
    hashesSince: since ? formatExactTime(new Date(since), timeZone) : null,
  };
}
