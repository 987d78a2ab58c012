import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { MoreLink, OfferRows } from "#app/features/offers/portal/components/offer-row.tsx";
import { loadJobs } from "#app/features/offers/portal/load-lists.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { cursorSchema } from "#app/lib/cursor.ts";
import type { Route } from "./+types/jobs";

export const meta = titlePage("Jobs");

/** The offers that the provider accepted, the newest first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { db, now, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  const before = cursorSchema.parse(new URL(request.url).searchParams.get("before") ?? undefined);
  return { jobs: await loadJobs(db, { providerId, now: now(), timeZone, before }) };
}

export default function Jobs({ loaderData: { jobs } }: Route.ComponentProps) {
  const path = usePortalPath();
  return (
    <main id="main" data-live="" className="wrap section max-w-3xl">
      <h1 className="h2">Jobs</h1>
      <p className="mt-2 text-muted">
        What you accepted. The customer's name and number show once they say yes.
      </p>
      <OfferRows
        offers={jobs.offers}
        page="jobs"
        empty="No jobs yet. Accept an offer, and it is listed here."
      />
      <MoreLink href={jobs.next && `${path("jobs")}?before=${jobs.next}`} />
    </main>
  );
}
