import { classifySource } from "#app/features/analytics/classify-source.ts";
import type { Touch } from "#app/features/analytics/touch.ts";
import type { CountRow } from "./demo-counts.server.ts";
import type { DemoRequest } from "./generate-requests.ts";
import { createSeededRandom, createSharePicker } from "./seeded-random.ts";

const SHARES: readonly [Touch, number][] = [
  [{ utm_source: "google", utm_medium: "cpc", utm_campaign: "Emergency repair" }, 0.27],
  [{ referrer: "www.google.com" }, 0.26],
  [{}, 0.18],
  [{ utm_source: "facebook", utm_medium: "paid_social", utm_campaign: "Spring checkup" }, 0.1],
  [{ referrer: "www.bing.com" }, 0.06],
  [{ utm_source: "newsletter", utm_medium: "email", utm_campaign: "Winter tips" }, 0.05],
  [{ referrer: "nextdoor.com" }, 0.05],
  [{ referrer: "homeforum.example" }, 0.03],
];
const LANDINGS = ["/", "/home-services/plumbing", "/quiz/ac-not-cooling", "/auto/towing"];
const VISITS_PER_VIEW = 0.4;

const getSource = (touch: Touch) => classifySource(touch, { gpc: false });

/**
 * Where the visitor of each request came from.
 * @param options.isDetailed with the touches, for requests that people open
 */
export function createTouchGenerator(seed: number) {
  const random = createSeededRandom(seed, "touches");
  const pickTouch = createSharePicker(SHARES);
  return (request: Pick<DemoRequest, "id" | "created_at">, { isDetailed = false } = {}) => {
    const touch = pickTouch(random);
    const landing = random.pick(LANDINGS);
    const stored = isDetailed ? { ...touch, landing } : null;
    return {
      request_id: request.id,
      created_at: request.created_at,
      source: getSource(touch),
      first_touch: stored,
      last_touch: stored,
    };
  };
}

/** Anonymous counts of visits by source, in proportion to the page views of each day. */
export const generateSourceVisits = (views: readonly CountRow[]): CountRow[] =>
  views
    .filter(({ name }) => name === "page-view")
    .flatMap(({ day, count }) =>
      SHARES.map(([touch, share]) => ({
        day,
        name: getSource(touch),
        count: Math.round(count * share * VISITS_PER_VIEW),
      })),
    );
