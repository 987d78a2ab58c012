import { DAY_MS } from "#app/lib/durations.ts";
import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import { type DemoWork, toIso } from "./work-rows.ts";

/** Work of so many days has names; what is older is done. */
const NAMED_DAYS = 21;
const TAKEN = 0.85;

export type DemoStaff = { id: string; name: string };
type Options = {
  random: Random;
  requests: readonly DemoRequest[];
  work: DemoWork;
  staff: readonly DemoStaff[];
  now: Date;
};

/**
 * Gives most requests of the last weeks that somebody called to one of the staff, who then did what
 * was done; a portal without staff has nobody to give them to.
 */
export function assignStaff({ random, requests, work, staff, now }: Options): void {
  if (staff.length === 0) return;
  const calls = new Map(
    work.events
      .filter(({ kind, detail }) => kind === "status" && detail.to === "contacted")
      .map((event) => [event.request_id, event]),
  );
  const takers = new Map<string, string>();
  for (const request of requests) {
    const call = calls.get(request.id);
    if (
      !call ||
      Date.parse(request.created_at) < now.getTime() - NAMED_DAYS * DAY_MS ||
      !random.chance(TAKEN)
    )
      continue;
    const { id, name } = random.pick(staff);
    request.assignee_id = id;
    takers.set(request.id, id);
    const at = Date.parse(call.at) - 1_000;
    work.events.push({
      id: random.uuidAt(at),
      request_id: request.id,
      at: toIso(at),
      actor_id: id,
      kind: "assignee",
      detail: { assigneeId: id, name },
    });
  }
  for (const event of work.events)
    if (event.kind === "status") event.actor_id = takers.get(event.request_id) ?? null;
  for (const note of work.notes) note.author_id = takers.get(note.request_id) ?? null;
}
