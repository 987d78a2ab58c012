import { eq, sql } from "drizzle-orm";
import { requestWindows } from "#app/db/tables/customer-page.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";

type MovedJob = {
  requestId: string;
  /** ZIP codes as stored in `zip_valid`. */
  from: string | null;
  to: string | null;
};

/**
 * Keeps the hours that the customer wishes when a corrected ZIP code is in another time zone: "9 AM"
 * means 9 AM at the job. Visits that were agreed on keep their instant, which both people have.
 */
export async function keepWindowTimes(
  tx: Transaction,
  { requestId, from, to }: MovedJob,
): Promise<void> {
  const business = (await getSiteSettings(tx)).timeZone;
  const zones = {
    before: findZipTimeZone(from) ?? business,
    after: findZipTimeZone(to) ?? business,
  };
  if (zones.before === zones.after) return;
  // Removed first, as a moved window can take the place of another one.
  const windows = await tx
    .delete(requestWindows)
    .where(eq(requestWindows.requestId, requestId))
    .returning();
  if (windows.length === 0) return;
  const move = (at: Date) =>
    sql`(${at.toISOString()}::timestamptz at time zone ${zones.before}) at time zone ${zones.after}`;
  await tx.insert(requestWindows).values(
    windows.map((window) => ({
      ...window,
      startsAt: move(window.startsAt),
      endsAt: move(window.endsAt),
    })),
  );
}
