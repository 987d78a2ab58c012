import { RequestHistory } from "./build-request-history.ts";
import { createMatchFinder } from "./find-matches.server.ts";
import type { DemoMarket } from "./generate-providers.ts";
import type { DemoRequest } from "./generate-requests.ts";
import { planCurrentOffers } from "./plan-current-offers.ts";
import type { JobValues } from "./read-demo-content.server.ts";
import type { Random } from "./seeded-random.ts";
import { createEmptyWork, type DemoWork, type Homeowner } from "./work-rows.ts";

type WorkOptions = {
  random: Random;
  requests: readonly DemoRequest[];
  market: DemoMarket;
  jobValues: JobValues;
  now: Date;
};

/**
 * Builds the history of each request, in working hours: a call, an offer to one matching
 * professional at a time, the customer's approval, the job. Sets each request's status to match.
 */
export function buildWork({ random, requests, market, jobValues, now }: WorkOptions): DemoWork {
  const work = createEmptyWork();
  const findMatches = createMatchFinder(market, jobValues);
  const smsProviderIds = new Set(
    market.settings.flatMap((setting) => (setting.sms_notifications ? [setting.provider_id] : [])),
  );
  const homeowners = new Map<string, Homeowner>();
  const plans = planCurrentOffers({ random, requests, now: now.getTime(), findMatches });
  for (const request of requests) {
    const history = new RequestHistory({
      random,
      request,
      now: now.getTime(),
      work,
      homeowners,
      smsProviderIds,
      plan: plans.get(request),
    });
    history.build(findMatches);
  }
  work.homeowners = [...homeowners.values()];
  return work;
}
