import type { Database } from "#app/db/client.server.ts";
import { formatZone } from "#app/lib/format-values.ts";
import { MAX_WINDOWS, VISIT_DAYS } from "./constants.ts";
import { getLastChange, getVisit, listWindows } from "./queries.server.ts";
import type { VisitDetail } from "./record-visit-event.server.ts";
import {
  type Choice,
  EMPTY_CHOICE,
  formatSlot,
  listSlotDays,
  type SlotChoice,
  toSlotChoice,
} from "./slots.ts";
import { listProviderWindows } from "./visits.sql.ts";

/** The days of the forms, and the zone of their times in words. */
export type SlotOptions = { days: Choice[]; zone: string };
/** The visit of a connected provider as either side sees it. */
export type VisitView = SlotOptions & {
  booked: { time: string; sequence: number; isOver: boolean } | null;
  /** The last move or cancellation, with its reason. */
  note: string | null;
};

type Clock = { now: Date; timeZone: string };
type VisitOfOffer = Clock & { requestId: string; offerId: string };

export const getSlotOptions = ({ now, timeZone }: Clock, days?: number): SlotOptions => ({
  days: listSlotDays({ now, timeZone, days }),
  zone: formatZone(now, timeZone),
});

/** The visit of a provider who has the customer's yes, for the page of one side. */
export async function loadVisitView(
  db: Database,
  { requestId, offerId, now, timeZone, side }: VisitOfOffer & { side: "customer" | "provider" },
): Promise<VisitView> {
  const [visit, change] = await Promise.all([
    getVisit(db, offerId),
    getLastChange(db, { requestId, offerId }),
  ]);
  const booked =
    visit?.state === "booked"
      ? {
          time: formatSlot(visit, timeZone),
          sequence: visit.sequence,
          isOver: visit.endsAt <= now,
        }
      : null;
  return {
    ...getSlotOptions({ now, timeZone }, VISIT_DAYS),
    booked,
    note: change ? formatNote(change, side) : null,
  };
}

function formatNote(
  { kind, detail }: { kind: string; detail: VisitDetail },
  side: "customer" | "provider",
): string | null {
  const { by, company, before, time, reason, isAgreed } = detail;
  const who = by === side ? "You" : by === "provider" ? company : "The customer";
  const why = reason ? ` “${reason}”` : "";
  if (isAgreed && side === "customer")
    return `${company} entered this time, which you agreed on. If you did not, move or cancel it.`;
  if (kind === "visit-moved") return `${who} moved it${before ? ` from ${before}` : ""}.${why}`;
  if (kind !== "visit-canceled") return null;
  if (by === "system") return "The visit was canceled.";
  return `${who} canceled the visit${time ? ` of ${time}` : ""}.${why}`;
}

/** The time that a provider holds until the customer's yes; null where none was picked or it is over. */
export async function getHeldTime(
  db: Database,
  { offerId, now, timeZone }: Clock & { offerId: string },
): Promise<string | null> {
  const visit = await getVisit(db, offerId);
  return visit?.state === "held" && visit.startsAt > now ? formatSlot(visit, timeZone) : null;
}

/** A window as a provider sees it: only a free one can be picked. */
export type OfferedWindow = { id: string; time: string; state: "free" | "busy" | "over" };

export async function loadOfferedWindows(
  db: Database,
  { requestId, providerId, now, timeZone }: Clock & { requestId: string; providerId: string },
): Promise<OfferedWindow[]> {
  const rows = await listProviderWindows.rows(db, { requestId, providerId, now });
  return rows.map(({ id, isOver, isBusy, ...slot }) => ({
    id,
    time: formatSlot(slot, timeZone),
    state: isOver ? "over" : isBusy ? "busy" : "free",
  }));
}

/** The windows that a customer chose, for their form: as many choices as there may be windows. */
export async function loadWindowChoices(
  db: Database,
  { requestId, now, timeZone }: Clock & { requestId: string },
): Promise<{ choices: SlotChoice[]; times: string[] }> {
  const windows = await listWindows(db, requestId);
  const ahead = windows.filter(({ startsAt }) => startsAt > now);
  const choices = ahead.map((slot) => toSlotChoice(slot, { now, timeZone }));
  return {
    choices: Array.from({ length: MAX_WINDOWS }, (_, index) => choices[index] ?? EMPTY_CHOICE),
    times: ahead.map((slot) => formatSlot(slot, timeZone)),
  };
}
