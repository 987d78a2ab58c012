import { FUNNEL_EVENTS, type FunnelEvent } from "#app/features/analytics/constants.ts";
import { DAY_MS, SECOND_MS } from "#app/lib/durations.ts";
import type { CountRow } from "./demo-counts.server.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { createTimePicker, DAYS } from "./time-picker.ts";
import { CALL_SOURCES, NUMBER_LABELS } from "./words.ts";
import { toIso } from "./work-rows.ts";

export const CALLS = 1_500;

type Options = { seed: number; now: Date };

export function generateCalls({ seed, now }: Options) {
  const random = createSeededRandom(seed, "calls");
  const pickTime = createTimePicker(seed, "calls", now);
  return Array.from({ length: CALLS }, (_, index) => {
    // A call of the last minutes would end in the future.
    const at = Math.min(pickTime(random), now.getTime() - 20 * 60 * SECOND_MS);
    const connected = random.chance(0.83) ? at + random.between(4, 40) * SECOND_MS : null;
    return {
      id: random.uuidAt(at),
      external_id: `demo-call-${index + 1}`,
      source: random.pick(CALL_SOURCES),
      number_label: random.pick(NUMBER_LABELS),
      started_at: toIso(at),
      connected_at: connected && toIso(connected),
      ended_at: toIso((connected ?? at) + random.between(15, 900) * SECOND_MS),
      is_demo: true,
    };
  });
}

/** The share of visitors at the previous stage who reach each stage. */
const SHARES: Record<FunnelEvent, number> = {
  "page-view": 1,
  "wizard-opened": 0.09,
  "wizard-step-1": 0.74,
  "wizard-step-2": 0.88,
  "wizard-step-3": 0.91,
  "wizard-step-4": 0.84,
  "wizard-submitted": 0.97,
};
const CONVERSION = Object.values(SHARES).reduce((product, share) => product * share, 1);

/** Anonymous counts of each day of the year; about as many submitted forms as there are requests. */
export function generateFunnelCounts({
  seed,
  now,
  requests,
}: Options & { requests: number }): CountRow[] {
  const random = createSeededRandom(seed, "funnel");
  const viewsPerDay = requests / DAYS / CONVERSION;
  return Array.from({ length: DAYS }, (_, index) => {
    const at = now.getTime() - (DAYS - 1 - index) * DAY_MS;
    const day = toIso(at).slice(0, 10);
    const weekdayFactor = [0, 6].includes(new Date(at).getUTCDay()) ? 0.8 : 1.08;
    let visitors =
      viewsPerDay * weekdayFactor * (0.7 + (0.6 * index) / DAYS) * (0.8 + 0.4 * random.next());
    return FUNNEL_EVENTS.map((name) => {
      visitors *= SHARES[name] * (name === "page-view" ? 1 : 0.95 + 0.1 * random.next());
      return { day, name, count: Math.round(visitors) };
    });
  }).flat();
}
