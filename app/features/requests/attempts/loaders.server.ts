import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { listAttemptTimes } from "#app/features/calls/attempt-times.sql.ts";
import { findStaffCallingPlaces } from "#app/features/calls/calling-places.server.ts";
import { CAP_WINDOW_MS } from "#app/features/calls/constants.ts";
import { getBusinessHours, isOpenAt } from "#app/lib/business-hours.ts";
import { toMoment } from "#app/lib/format-time.ts";
import { listContactAttempts } from "./queries.server.ts";
import { formatNextTime, suggestNextTime } from "./suggest-next-time.ts";

/**
 * Data of the panel about attempts, and of the links to call and text: the attempts of a request,
 * when this person was called or texted in the last 24 hours, and when to call next. Null if no
 * request has that id.
 */
export async function loadAttempts(
  { db, settings, ...app }: Pick<AppContext, "db" | "now" | "settings">,
  requestId: string,
) {
  const now = app.now();
  const [request] = await db
    .select({ phone: serviceRequests.phoneE164, zip: serviceRequests.zipValid })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  if (!request) return null;
  const since = new Date(now.getTime() - CAP_WINDOW_MS);
  const [{ timeZone, regularHours }, attempts, recent] = await Promise.all([
    settings.get(),
    listContactAttempts(db, [requestId]),
    listAttemptTimes.rows(db, { requestIds: [requestId], since }),
  ]);
  const places = findStaffCallingPlaces({ zip: request.zip, phoneE164: request.phone });
  const recentAt = recent.map(({ at }) => at.getTime());
  const hours = getBusinessHours(regularHours);
  const isStaffed = (at: Date) => isOpenAt(at, hours, timeZone);
  // A customer far away may only be called when nobody works here: then the customer's hours decide.
  const next =
    suggestNextTime({ places, attempts, recentAt, now, isStaffed }) ??
    suggestNextTime({ places, attempts, recentAt, now });
  return {
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: toMoment(at, timeZone) })),
    places,
    recentAt,
    next: next && { at: next.getTime(), text: formatNextTime(next, { places, timeZone, now }) },
  };
}
export type AttemptPanelData = NonNullable<Awaited<ReturnType<typeof loadAttempts>>>;
