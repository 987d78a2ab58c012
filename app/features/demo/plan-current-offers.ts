import { HOLDING_FLAGS } from "#app/features/requests/constants.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { FindMatches } from "./find-matches.server.ts";
import type { DemoProvider } from "./make-providers.ts";
import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import { getLastStaffTime } from "./staff-hours.ts";

/** So many offers wait for the provider's answer, and so many for the customer's yes. */
const OPEN = 4;
const WAITING = 5;
const OLDEST_DAYS = 12;
/**
 * An open offer has some hours left, so that there is still one when somebody looks at the demo in
 * the afternoon.
 */
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

/**
 * What is going on at this moment: of the latest requests that somebody fits, a few are offered,
 * and a few accepted.
 */
export function planCurrentOffers({
  random,
  requests,
  now,
  findMatches,
}: Options): ReadonlyMap<DemoRequest, CurrentOfferPlan> {
  const plans = new Map<DemoRequest, CurrentOfferPlan>();
  for (const request of requests.toReversed()) {
    const created = Date.parse(request.created_at);
    if (plans.size >= OPEN + WAITING || created < now - OLDEST_DAYS * DAY_MS) break;
    if (
      request.timeframe === "emergency" ||
      request.flags.some((flag) => flag === "duplicate" || HOLDING_FLAGS.includes(flag))
    )
      continue;
    // In turns, so that a small demo has both.
    const isOpen = plans.size % 2 === 1 && plans.size < 2 * OPEN;
    const minutes = (least: number, most: number) =>
      random.between(least * MINUTE_MS, most * MINUTE_MS);
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
