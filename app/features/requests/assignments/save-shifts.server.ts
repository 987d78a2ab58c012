import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { staffAvailability, staffShifts } from "#app/db/tables/shifts.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { parseLocalTime } from "#app/lib/business-days.ts";
import { canWorkOnRequests } from "../staff-members.server.ts";
import { WEEKDAYS } from "./constants.ts";
import { awayUntilSchema, parseShifts, type ShiftErrors } from "./shift-schema.ts";
import type { Shift } from "./shifts.ts";

export type SaveShiftsResult = { done: string } | { errors: ShiftErrors } | { failed: string };

/**
 * Saves the weekly shifts of a member, and until when they are away.
 * @param input.userId whose; the route decides whether the actor may change them
 */
export async function saveShifts(
  context: ActionContext & Pick<AppContext, "settings">,
  { userId, form }: { userId: string; form: FormData },
): Promise<SaveShiftsResult> {
  const { now } = context;
  const parsed = parseShifts(form);
  if (!parsed.ok) return { errors: parsed.errors };
  const away = awayUntilSchema.safeParse(String(form.get("awayUntil") ?? ""));
  const { timeZone } = await context.settings.get();
  const awayUntil = away.data ? parseLocalTime(away.data, timeZone) : null;
  if (!away.success || (away.data && (!awayUntil || awayUntil <= now)))
    return { errors: { awayUntil: "Choose a time in the future, or leave this empty." } };
  return withTransaction(context.db, async (tx): Promise<SaveShiftsResult> => {
    // Locked, so that two saves of one person do not mix.
    const [member] = await tx
      .select({ userId: adminUsers.userId })
      .from(adminUsers)
      .where(and(eq(adminUsers.userId, userId), canWorkOnRequests))
      .for("update");
    if (!member) return { failed: "This role does not work on requests, so it has no shifts." };
    await tx.delete(staffShifts).where(eq(staffShifts.userId, userId));
    if (parsed.shifts.length > 0)
      await tx
        .insert(staffShifts)
        .values(parsed.shifts.map((shift) => ({ id: randomUUIDv7(), userId, ...shift })));
    await tx
      .insert(staffAvailability)
      .values({ userId, awayUntil })
      .onConflictDoUpdate({ target: staffAvailability.userId, set: { awayUntil } });
    await recordAudit(tx, context, {
      action: "save-shifts",
      entity: "staff",
      entityId: userId,
      changes: {
        shifts: parsed.shifts.map(formatShift),
        awayUntil: awayUntil?.toISOString() ?? null,
      },
    });
    return { done: "Your shifts were saved." };
  });
}

const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const formatShift = ({ weekday, from, to }: Shift) =>
  `${WEEKDAYS[weekday]} ${formatClock(from)}-${formatClock(to)}`;
