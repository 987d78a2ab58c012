import { RequestHistory } from "./build-request-history.ts";
import { createMatchFinder } from "./find-matches.server.ts";
import type { DemoMarket } from "./make-providers.ts";
import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import { planCurrentOffers } from "./plan-current-offers.ts";
import type { JobValues } from "./read-demo-content.server.ts";
import { createEmptyWork, type DemoWork, type Homeowner } from "./work-rows.ts";

type WorkOptions = {
  random: Random;
  requests: readonly DemoRequest[];
  market: DemoMarket;
  jobValues: JobValues;
  now: Date;
};

/**
 * What became of each request, in the order and the hours of a working day: a call, an offer to one
 * professional at a time who does such work at that place, the customer's yes, the job. Sets the
 * status of requests to what happened until now.
 */
export function buildWork({ random, requests, market, jobValues, now }: WorkOptions): DemoWork {
  const work = createEmptyWork();
  const findMatches = createMatchFinder(market, jobValues);
  const smsTo = new Set(
    market.settings.filter((one) => one.sms_notifications).map((one) => one.provider_id),
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
      smsTo,
      plan: plans.get(request),
    });
    history.build(findMatches);
  }
  work.homeowners = [...homeowners.values()];
  return work;
}
