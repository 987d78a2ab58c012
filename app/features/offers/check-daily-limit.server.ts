import { and, eq, gt, isNotNull, ne } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import { providerSettings, providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  countOffersOfToday,
  LONGEST_DAY_HOURS,
} from "#app/features/providers/availability/availability.ts";
import { getBusinessZone } from "#app/features/providers/availability/business-zone.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";

/**
 * Whether a provider may be offered one more today. Locks their row, where they have a limit, until the
 * transaction ends: two offers at once cannot both be the last one of a day.
 */
export async function lockDailyLimit(
  tx: Transaction,
  { providerId, now, timeZone }: { providerId: string; now: Date; timeZone: string },
): Promise<boolean> {
  const { maxOffersPerDay: most } = providerSettings;
  const [limit] = await tx
    .select({ most, zip: providers.businessZip })
    .from(providerSettings)
    .innerJoin(providers, eq(providers.id, providerSettings.providerId))
    .where(and(eq(providerSettings.providerId, providerId), isNotNull(most)))
    .for("no key update", { of: providers });
  if (!limit || limit.most === null) return true;
  const since = new Date(now.getTime() - LONGEST_DAY_HOURS * HOUR_MS);
  const recent = await tx
    .select({ at: offers.createdAt })
    .from(offers)
    .where(
      and(
        eq(offers.providerId, providerId),
        ne(offers.state, "withdrawn"),
        gt(offers.createdAt, since),
      ),
    );
  const zone = getBusinessZone(limit.zip, timeZone);
  const offeredAt = recent.map(({ at }) => at);
  return countOffersOfToday(offeredAt, { now, timeZone: zone }) < limit.most;
}
