import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import type { CalendarFile } from "#app/lib/icalendar.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { getVisit, type Visit } from "./queries.server.ts";
import { renderVisit } from "./render-visit.ts";

type FileContext = { db: Database; env: AppContext["env"]; site: SiteSettings; now: Date };
type FileInput = { offerId: string; side: "customer" | "provider" };

/**
 * The visit of an offer with its calendar file, for one side. Null where no time was ever booked. The
 * provider's file names the place as the offer did: calendars are shared, and outlive an erasure.
 */
export async function getVisitFile(
  { db, env, site, now }: FileContext,
  { offerId, side }: FileInput,
): Promise<{ visit: Visit; file: CalendarFile } | null> {
  const [visit, job] = await Promise.all([getVisit(db, offerId), getJob(db, offerId)]);
  if (!visit || !job?.approvedAt || visit.state === "held") return null;
  const { service, company, phone, city, zip } = job;
  const place = [city, zip].filter(Boolean).join(" ");
  const texts =
    side === "customer"
      ? {
          summary: `${service}: ${company}`,
          location: "",
          description: `${company}, ${phone}. Move or cancel the visit on your request's page.`,
        }
      : {
          summary: [service, place].filter(Boolean).join(", "),
          location: place,
          description: `Who and where: behind the link of our offer. Move or cancel the visit there.`,
        };
  const file = renderVisit({
    visit,
    ...texts,
    organizer: site,
    origin: getPublicOrigin(env),
    now,
  });
  return { visit, file };
}

async function getJob(db: Database, offerId: string) {
  const [job] = await db
    .select({
      approvedAt: offers.customerApprovedAt,
      service: serviceRequests.serviceType,
      company: providers.companyName,
      phone: providers.phone,
      city: serviceRequests.city,
      zip: serviceRequests.zipValid,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .innerJoin(serviceRequests, eq(serviceRequests.id, offers.requestId))
    .where(eq(offers.id, offerId));
  return job ?? null;
}

/** A calendar file to download. */
export const respondWithCalendar = ({ text }: CalendarFile): Response =>
  new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="visit.ics"',
      "Cache-Control": "no-store",
    },
  });
