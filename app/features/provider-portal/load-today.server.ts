import type { AppContext } from "#app/app-context.ts";
import { listUnanswered } from "#app/features/messages/connected-offer.sql.ts";
import { loadOpenOffers, loadWork } from "#app/features/offers/portal/load-lists.server.ts";
import { loadObstacles } from "#app/features/offers/portal/load-readiness.server.ts";
import { getInstant, toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { formatAge } from "#app/lib/format-values.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";

const SHOWN_DAYS = 2;
const MAX_UNANSWERED = 20;
const EXCERPT_LENGTH = 140;
const MIDNIGHT = 0;

/** What a provider has to do now: offers, visits of today and tomorrow, customers who wait. */
export async function loadToday(
  { db, now: getNow, settings }: Pick<AppContext, "db" | "now" | "settings">,
  { providerId }: { providerId: string },
) {
  const now = getNow();
  const { timeZone, phone } = await settings.get();
  const lastDay = toBusinessDay(new Date(now.getTime() + SHOWN_DAYS * DAY_MS), timeZone);
  const input = { providerId, now, timeZone };
  const [obstacles, offers, work, unanswered] = await Promise.all([
    loadObstacles(db, input),
    loadOpenOffers(db, input),
    loadWork(db, { ...input, until: getInstant(lastDay, MIDNIGHT, timeZone) }),
    listUnanswered.rows(db, { providerId, now, limit: MAX_UNANSWERED }),
  ]);
  return {
    phone,
    obstacles,
    offers,
    ...work,
    unanswered: unanswered.map(({ offerId, customer, text, at }) => ({
      offerId,
      customer,
      excerpt: truncateAtWord(text, EXCERPT_LENGTH),
      age: formatAge(at, now),
    })),
  };
}
