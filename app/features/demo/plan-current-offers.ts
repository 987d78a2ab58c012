import { HOLDING_FLAGS } from "#app/features/requests/constants.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { FindMatches } from "./find-matches.server.ts";
import type { DemoProvider } from "./generate-providers.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { Random } from "./seeded-random.ts";
import { getLastStaffTime } from "./staff-hours.ts";

/** How many offers wait for the provider's answer, and how many for the customer's approval. */
const OPEN_COUNT = 4;
const WAITING_COUNT = 5;
const OLDEST_DAYS = 12;
/** An open offer has hours left, so that the demo still shows one in the afternoon. */
const OPEN_HOURS = [2, 20] as const;

export type CurrentOfferPlan = {
  provider: DemoProvider;
  called: number;
  offered: number;
  accepted: number | null;
  expires: number;
};
type Options = {
  random: Random;
  requests: readonly DemoRequest[];
  now: number;
  findMatches: FindMatches;
};

/** Plans offers that are open or accepted now, for some of the latest requests with a match. */
export function planCurrentOffers({
  random,
  requests,
  now,
  findMatches,
}: Options): ReadonlyMap<DemoRequest, CurrentOfferPlan> {
  const plans = new Map<DemoRequest, CurrentOfferPlan>();
  for (const request of requests.toReversed()) {
    const created = Date.parse(request.created_at);
    if (plans.size >= OPEN_COUNT + WAITING_COUNT || created < now - OLDEST_DAYS * DAY_MS) break;
    if (
      request.timeframe === "emergency" ||
      request.flags.some((flag) => flag === "duplicate" || HOLDING_FLAGS.includes(flag))
    )
      continue;
    // Alternating, so that a small demo has both.
    const isOpen = plans.size % 2 === 1 && plans.size < 2 * OPEN_COUNT;
    const minutes = (min: number, max: number) => random.between(min * MINUTE_MS, max * MINUTE_MS);
    const offered = getLastStaffTime(isOpen ? now : now - minutes(30, 240)) - minutes(2, 15);
    const called = offered - minutes(4, 25);
    const [provider] = findMatches(request, offered);
    if (!provider || called < created + minutes(3, 8)) continue;
    const expires = now + minutes(OPEN_HOURS[0] * 60, OPEN_HOURS[1] * 60);
    plans.set(request, {
      provider,
      called,
      offered,
      accepted: isOpen ? null : offered + minutes(2, 25),
      expires,
    });
  }
  return plans;
}
