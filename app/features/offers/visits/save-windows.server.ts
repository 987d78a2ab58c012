import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { requestWindows } from "#app/db/tables/customer-page.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { findConnectedCompany } from "../customer/customer-offers.sql.ts";
import { lockRequest } from "../mutations.sql.ts";
import { MAX_WINDOWS, WINDOWS_EVENT } from "./constants.ts";
import { getJobZone, listWindows } from "./queries.server.ts";
import { formatSlot, parseSlot, type Slot, type SlotChoice } from "./slots.ts";

/** Messages by the number of the window, from 1. */
export type WindowErrors = Record<string, string>;
export type SaveWindowsResult =
  | { ok: true; count: number }
  | { ok: false; reason: "closed" | "opted-out" | "booked" }
  | { ok: false; reason: "fields"; errors: WindowErrors };

type WindowsInput = {
  requestId: string;
  /** Up to three, as the form has them; an empty one is none. */
  choices: readonly SlotChoice[];
};

const PROBLEMS = {
  missing: "Choose a day and a time, or neither.",
  past: "This time has begun or is over. Choose a later one.",
} as const;

/** The slots of the choices, or what is wrong with each. */
export function parseWindows(
  choices: readonly SlotChoice[],
  clock: { now: Date; timeZone: string },
): { slots: Slot[]; errors: WindowErrors } {
  const slots: Slot[] = [];
  const errors: WindowErrors = {};
  for (const [index, choice] of choices.slice(0, MAX_WINDOWS).entries()) {
    if (choice.day === "" && choice.start === "") continue;
    const parsed = parseSlot(choice, clock);
    if (!parsed.ok) errors[index + 1] = PROBLEMS[parsed.reason];
    else if (slots.some(({ startsAt }) => startsAt.getTime() === parsed.slot.startsAt.getTime()))
      errors[index + 1] = "You chose this time already. Choose another, or none.";
    else slots.push(parsed.slot);
  }
  return { slots, errors };
}

/** Replaces the windows in which a customer wishes a visit. */
export function saveWindows(
  context: ActionContext,
  { requestId, choices }: WindowsInput,
): Promise<SaveWindowsResult> {
  const { now } = context;
  return withTransaction(context.db, async (tx): Promise<SaveWindowsResult> => {
    const request = await lockRequest.first(tx, { id: requestId });
    if (!request || request.closed) return { ok: false, reason: "closed" };
    // After an opt-out nobody new is asked, but a professional who has the yes can pick a time.
    if (request.optedOut && !(await isConnected(tx, requestId)))
      return { ok: false, reason: "opted-out" };
    if (await hasBookedVisit(tx, requestId)) return { ok: false, reason: "booked" };
    const timeZone = await getJobZone(tx, requestId);
    const { slots, errors } = parseWindows(choices, { now, timeZone });
    if (Object.keys(errors).length > 0) return { ok: false, reason: "fields", errors };
    if (await hasWindows(tx, { requestId, slots })) return { ok: true, count: slots.length };
    await tx.delete(requestWindows).where(eq(requestWindows.requestId, requestId));
    if (slots.length > 0)
      await tx
        .insert(requestWindows)
        .values(slots.map((slot) => ({ id: randomUUIDv7(), requestId, ...slot, createdAt: now })));
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId,
      at: now,
      kind: WINDOWS_EVENT,
      detail: { times: slots.map((slot) => formatSlot(slot, timeZone)) },
    });
    await recordAudit(tx, context, {
      action: "save-windows",
      entity: "service-request",
      entityId: requestId,
      changes: { windows: slots.length },
    });
    return { ok: true, count: slots.length };
  });
}

/** Whether a professional who has the customer's yes has a visit with them. */
async function hasBookedVisit(tx: Transaction, requestId: string): Promise<boolean> {
  const [booked] = await tx
    .select({ id: appointments.id })
    .from(appointments)
    .innerJoin(offers, eq(offers.id, appointments.offerId))
    .where(
      and(
        eq(appointments.requestId, requestId),
        eq(appointments.state, "booked"),
        eq(offers.state, "accepted"),
      ),
    );
  return booked !== undefined;
}

const isConnected = async (tx: Transaction, requestId: string): Promise<boolean> =>
  (await findConnectedCompany.first(tx, { requestId })) !== undefined;

/** Whether these are the times that are stored already. */
async function hasWindows(
  tx: Transaction,
  { requestId, slots }: { requestId: string; slots: readonly Slot[] },
): Promise<boolean> {
  const format = (times: readonly { startsAt: Date }[]) =>
    times
      .map(({ startsAt }) => startsAt.toISOString())
      .sort()
      .join();
  return format(await listWindows(tx, requestId)) === format(slots);
}
