import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { appointments } from "#app/db/tables/appointments.server.ts";
import { requestWindows } from "#app/db/tables/customer-page.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { MAILED_VISIT_EVENTS } from "./constants.ts";
import type { VisitDetail } from "./record-visit-event.server.ts";

/** The windows that a customer wishes, the earliest first. */
export const listWindows = (db: Connection, requestId: string) =>
  db
    .select({
      id: requestWindows.id,
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
    })
    .from(requestWindows)
    .where(eq(requestWindows.requestId, requestId))
    .orderBy(asc(requestWindows.startsAt));

/** The visit of an offer, also a canceled one; null where no time was ever set. */
export async function getVisit(db: Connection, offerId: string) {
  const [visit] = await db.select().from(appointments).where(eq(appointments.offerId, offerId));
  return visit ?? null;
}
export type Visit = NonNullable<Awaited<ReturnType<typeof getVisit>>>;

/** The last change of an offer's visit after the customer's yes; null where there was none. */
export async function getLastChange(
  db: Connection,
  { requestId, offerId }: { requestId: string; offerId: string },
): Promise<{ kind: string; detail: VisitDetail } | null> {
  const [event] = await db
    .select({ kind: requestEvents.kind, detail: requestEvents.detail })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, requestId),
        inArray(requestEvents.kind, [...MAILED_VISIT_EVENTS]),
        eq(sql`${requestEvents.detail} ->> 'offerId'`, offerId),
      ),
    )
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    .limit(1);
  return event ? { kind: event.kind, detail: event.detail as VisitDetail } : null;
}

/** The time zone of a request's ZIP code, or that of the business where it is unknown. */
export async function getJobZone(db: Connection, requestId: string): Promise<string> {
  const [row] = await db
    .select({ zip: serviceRequests.zipValid })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  return findZipTimeZone(row?.zip ?? null) ?? (await getSiteSettings(db)).timeZone;
}

/** The offer of the provider who has the customer's yes; null where nobody has. */
export async function findConnectedOffer(
  db: Connection,
  requestId: string,
): Promise<string | null> {
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(
      and(
        eq(offers.requestId, requestId),
        eq(offers.state, "accepted"),
        isNotNull(offers.customerApprovedAt),
      ),
    );
  return offer?.id ?? null;
}
