import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import {
  readSettings,
  type SaveResult,
  saveSettings,
} from "#app/features/settings/store-settings.server.ts";
import { addBusinessTime, getBusinessHours } from "#app/lib/business-hours.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { type ReturnField, type ReturnSettings, returnSettingsSchema } from "./return-settings.ts";
import { getEmergencyHours } from "./shifts.ts";

/** The hours that return timers and alarms count. */
export type InboxHours = Pick<SiteSettings, "emergencyHours" | "regularHours" | "timeZone">;

/** How long an assigned request waits for an attempt; the defaults where a stored row is invalid. */
export async function getReturnSettings(db: Connection): Promise<ReturnSettings> {
  const stored = await readSettings(db, Object.keys(returnSettingsSchema.shape));
  const parsed = returnSettingsSchema.safeParse(Object.fromEntries(stored));
  return parsed.success ? parsed.data : returnSettingsSchema.parse({});
}

/** Saves how long an assigned request waits for an attempt. */
export async function saveReturnSettings(
  context: ActionContext,
  input: { values: Record<string, unknown> },
): Promise<SaveResult<ReturnField>> {
  const parsed = returnSettingsSchema.safeParse(input.values);
  if (!parsed.success)
    return { ok: false, reason: "invalid", errors: listFieldErrors(parsed.error.issues) };
  return saveSettings(context, {
    values: parsed.data satisfies ReturnSettings,
    defaults: returnSettingsSchema.parse({}),
  });
}

/** How many minutes an assigned request waits for an attempt. */
export const getReturnMinutes = (
  settings: ReturnSettings,
  { isEmergency }: { isEmergency: boolean | null },
): number => (isEmergency ? settings.emergencyReturnMinutes : settings.returnMinutes);

/** When an assignment that starts now ends if nobody tries to reach the customer. */
export async function getReturnDueAt(
  db: Connection,
  hours: InboxHours,
  { isEmergency, now }: { isEmergency: boolean | null; now: Date },
): Promise<Date> {
  const minutes = getReturnMinutes(await getReturnSettings(db), { isEmergency });
  return addBusinessTime(now, minutes * MINUTE_MS, {
    hours: isEmergency
      ? getEmergencyHours(hours.emergencyHours)
      : getBusinessHours(hours.regularHours),
    timeZone: hours.timeZone,
  });
}
