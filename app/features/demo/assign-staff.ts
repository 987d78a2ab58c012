import { DAY_MS } from "#app/lib/durations.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { Random } from "./seeded-random.ts";
import { type DemoWork, toIso } from "./work-rows.ts";

/** Requests of the last days that can have an assignee; older ones are finished. */
const ASSIGNED_DAYS = 21;
const ASSIGNED_SHARE = 0.85;

export type DemoStaff = { id: string; name: string };
type Options = {
  random: Random;
  requests: readonly DemoRequest[];
  work: DemoWork;
  staff: readonly DemoStaff[];
  now: Date;
};

/**
 * Assigns most of the contacted requests of the last weeks to one of the staff, who then appears as
 * the author of its changes and notes. Does nothing in a portal without staff.
 */
export function assignStaff({ random, requests, work, staff, now }: Options): void {
  if (staff.length === 0) return;
  const contactedEvents = new Map(
    work.events
      .filter(({ kind, detail }) => kind === "status" && detail.to === "contacted")
      .map((event) => [event.request_id, event]),
  );
  const assigneeIds = new Map<string, string>();
  for (const request of requests) {
    const contacted = contactedEvents.get(request.id);
    if (
      !contacted ||
      Date.parse(request.created_at) < now.getTime() - ASSIGNED_DAYS * DAY_MS ||
      !random.chance(ASSIGNED_SHARE)
    )
      continue;
    const { id, name } = random.pick(staff);
    request.assignee_id = id;
    assigneeIds.set(request.id, id);
    const at = Date.parse(contacted.at) - 1_000;
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
    if (event.kind === "status") event.actor_id = assigneeIds.get(event.request_id) ?? null;
  for (const attempt of work.attempts)
    attempt.actor_id = assigneeIds.get(attempt.request_id) ?? null;
  for (const note of work.notes) note.author_id = assigneeIds.get(note.request_id) ?? null;
}
