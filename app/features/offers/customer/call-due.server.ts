import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { addBusinessTime, getBusinessHours } from "#app/lib/business-hours.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { getOfferSettings } from "../queries.server.ts";

/**
 * When staff call a customer who wants mail, is asked by mail now and does not answer. Without a mail server
 * nobody is told by mail, so they call at once.
 */
export async function getCallDueAt({
  db,
  env,
  settings,
  now,
}: Pick<ActionContext, "db" | "now"> & Pick<AppContext, "env" | "settings">): Promise<Date> {
  if (!env.SMTP_URL) return now;
  const [{ customerAnswerHours }, { regularHours, timeZone }] = await Promise.all([
    getOfferSettings(db),
    settings.get(),
  ]);
  return addBusinessTime(now, customerAnswerHours * HOUR_MS, {
    hours: getBusinessHours(regularHours),
    timeZone,
  });
}
