import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import { DAY_MS } from "./make-times.ts";
import { NOTES } from "./words.ts";

const MINUTE_MS = 60_000;
const NOTE_SHARE = 0.3;

/** What staff did with a request: the changes of its status, and sometimes a note. */
export function makeCasework(random: Random, { request, now }: { request: DemoRequest; now: Date }) {
  const created = Date.parse(request.created_at);
  // Never later than now, however young the request is.
  const within = (ms: number) => created + Math.min(ms, (now.getTime() - created) * 0.9);
  const contacted = within(random.between(5, 600) * MINUTE_MS);
  const closed = Math.max(contacted + 1, within(random.between(1, 12) * DAY_MS));
  const event = (at: number, from: string, to: string) => ({
    id: random.uuidAt(at),
    request_id: request.id,
    at: new Date(at).toISOString(),
    actor_id: null,
    kind: "status",
    detail: { from, to },
  });
  const events = [...(request.status === "new" ? [] : [event(contacted, "new", "contacted")]), ...(request.status === "closed" ? [event(closed, "contacted", "closed")] : [])];
  const notes =
    request.status !== "new" && random.chance(NOTE_SHARE)
      ? [{ id: random.uuidAt(contacted), request_id: request.id, author_id: null, text: random.pick(NOTES), created_at: new Date(contacted).toISOString() }]
      : [];
  return { events, notes };
}
