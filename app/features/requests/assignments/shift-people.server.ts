import { asc, eq } from "drizzle-orm";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { staffAvailability, staffShifts } from "#app/db/tables/shifts.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { getBusinessHours } from "#app/lib/business-hours.ts";
import { canWorkOnRequests, MEMBER_NAME } from "../staff-members.server.ts";
import type { InboxHours } from "./return-timer.server.ts";
import { listOnShift, type OnShift, type Shift, type ShiftPerson } from "./shifts.ts";

/** The active members who may work on requests, ordered by name, with their shifts. */
export async function listShiftPeople(db: Connection): Promise<ShiftPerson[]> {
  const people = await db
    .select({
      userId: adminUsers.userId,
      name: MEMBER_NAME,
      awayUntil: staffAvailability.awayUntil,
      onUntil: staffAvailability.onUntil,
    })
    .from(adminUsers)
    .innerJoin(staffUsers, eq(staffUsers.id, adminUsers.userId))
    .leftJoin(staffAvailability, eq(staffAvailability.userId, adminUsers.userId))
    .where(canWorkOnRequests)
    .orderBy(asc(adminUsers.displayName), asc(staffUsers.email));
  const { userId, weekday, from, to } = staffShifts;
  const rows = await db
    .select({ userId, weekday, from, to })
    .from(staffShifts)
    .orderBy(asc(weekday), asc(from));
  const shifts = new Map<string, Shift[]>();
  for (const { userId: person, ...shift } of rows)
    shifts.set(person, [...(shifts.get(person) ?? []), shift]);
  return people.map((person) => ({ ...person, shifts: shifts.get(person.userId) ?? [] }));
}

/** Who is on shift at an instant. */
export const findOnShift = (
  people: readonly ShiftPerson[],
  { now, timeZone, regularHours }: { now: Date } & Pick<InboxHours, "regularHours" | "timeZone">,
): OnShift[] => listOnShift(people, now, { timeZone, hours: getBusinessHours(regularHours) });

/**
 * Whom an alert goes to: the people on shift; while nobody is, everybody who may work on requests and
 * is not away, and really everybody where all are away.
 * @returns ids of members
 */
export function selectAlertRecipients(
  people: readonly ShiftPerson[],
  when: { now: Date } & Pick<InboxHours, "regularHours" | "timeZone">,
): string[] {
  const onShift = findOnShift(people, when);
  if (onShift.length > 0) return onShift.map(({ userId }) => userId);
  const present = people.filter(({ awayUntil }) => !awayUntil || awayUntil <= when.now);
  return (present.length > 0 ? present : people).map(({ userId }) => userId);
}

/** As `selectAlertRecipients`, from the database. */
export const listAlertRecipients = async (
  db: Connection,
  when: { now: Date } & Pick<InboxHours, "regularHours" | "timeZone">,
): Promise<string[]> => selectAlertRecipients(await listShiftPeople(db), when);
