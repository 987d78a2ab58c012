import type { Moment } from "#app/lib/format-time.ts";
import { formatGroupCount } from "./groups.ts";
import type { View } from "./schema.ts";

type Waiting = {
  /** How many requests each view has whose customers may be called, up to `MAX_COUNT`. */
  counts: Record<"emergency" | "overdue" | "returned" | "waiting" | "to-call" | "to-retry", number>;
  oldest: Moment | null;
  oldestFresh: Moment | null;
};
type Link = { view: View; text: string };

export type QueueSentence = {
  /** Ends with a colon where `calls` follow. */
  lead: string;
  calls: Link[];
  /** Since when the one who waits longest for a first call has waited. */
  oldest: Moment | null;
  /** A second sentence. */
  also: Link[];
};

const listLinks = (links: [view: View, count: number, one: string, many?: string][]): Link[] =>
  links.flatMap(([view, count, one, many = one]) =>
    count > 0 ? { view, text: `${formatGroupCount(count)} ${count === 1 ? one : many}` } : [],
  );

/** What staff should do first, as parts of one or two sentences. */
export function describeQueue({ counts, oldest, oldestFresh }: Waiting): QueueSentence {
  const urgent = listLinks([
    ["emergency", counts.emergency, "emergency", "emergencies"],
    ["overdue", counts.overdue, "waiting over an hour"],
  ]);
  const yes = listLinks([["waiting", counts.waiting, "waiting for a yes"]]);
  const again = listLinks([["to-retry", counts["to-retry"], "to try again"]]);
  const others = [...listLinks([["returned", counts.returned, "returned"]]), ...yes];
  if (urgent.length > 0)
    return { lead: "Call now:", calls: urgent, oldest, also: [...others, ...again] };
  if (counts.returned > 0) return { lead: "Call now:", calls: others, oldest: null, also: again };
  const fresh = listLinks([
    ["to-call", counts["to-call"], "new request to call", "new requests to call"],
  ]);
  const also = [...yes, ...again];
  if (fresh.length > 0)
    return { lead: "Nobody has waited over an hour:", calls: fresh, oldest: oldestFresh, also };
  return { lead: "Nobody is waiting for a first call.", calls: [], oldest: null, also };
}
