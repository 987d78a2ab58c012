import { FUNNEL_EVENTS, type FunnelEvent } from "#app/features/analytics/constants.ts";
import { DAY_MS, SECOND_MS } from "#app/lib/durations.ts";
import type { CountRow } from "./demo-counts.server.ts";
import { createDemoRandom } from "./make-random.ts";
import { createTimePicker, DAYS } from "./make-times.ts";
import { CALL_SOURCES } from "./words.ts";

export const CALLS = 1_500;
const iso = (ms: number) => new Date(ms).toISOString();

type Options = { seed: number; now: Date };

export function makeCalls({ seed, now }: Options) {
  const random = createDemoRandom(seed, "calls");
  const pickTime = createTimePicker(seed, "calls", now);
  return Array.from({ length: CALLS }, (_, index) => {
    // A call of this minute would end later than now.
    const at = Math.min(pickTime(random), now.getTime() - 20 * 60 * SECOND_MS);
    const connected = random.chance(0.83) ? at + random.between(4, 40) * SECOND_MS : null;
    return {
      id: random.uuidAt(at),
      external_id: `demo-call-${index + 1}`,
      source: random.pick(CALL_SOURCES),
      started_at: iso(at),
      connected_at: connected && iso(connected),
      ended_at: iso((connected ?? at) + random.between(15, 900) * SECOND_MS),
      is_demo: true,
    };
  });
}

/** The share of those at the stage before who come to each stage. */
const SHARES: Record<FunnelEvent, number> = {
  "page-view": 1,
  "wizard-opened": 0.09,
  "wizard-step-1": 0.74,
  "wizard-step-2": 0.88,
  "wizard-step-3": 0.91,
  "wizard-step-4": 0.84,
  "wizard-submitted": 0.97,
};
const WHOLE_WAY = Object.values(SHARES).reduce((product, share) => product * share, 1);

/**
 * Anonymous counts of each day of the year: about as many forms were sent as there are requests.
 */
export function makeFunnelCounts({
  seed,
  now,
  requests,
}: Options & { requests: number }): CountRow[] {
  const random = createDemoRandom(seed, "funnel");
  const viewsPerDay = requests / DAYS / WHOLE_WAY;
  return Array.from({ length: DAYS }, (_, index) => {
    const at = now.getTime() - (DAYS - 1 - index) * DAY_MS;
    const day = iso(at).slice(0, 10);
    const weekend = [0, 6].includes(new Date(at).getUTCDay()) ? 0.8 : 1.08;
    let visitors =
      viewsPerDay * weekend * (0.7 + (0.6 * index) / DAYS) * (0.8 + 0.4 * random.next());
    return FUNNEL_EVENTS.map((name) => {
      visitors *= SHARES[name] * (name === "page-view" ? 1 : 0.95 + 0.1 * random.next());
      return { day, name, count: Math.round(visitors) };
    });
  }).flat();
}
