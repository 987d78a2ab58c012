import { z } from "zod";
import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { MoreLink, OfferRows } from "#app/features/offers/portal/components/offer-row.tsx";
import { JOB_LISTS, type JobList } from "#app/features/offers/portal/job-stages.ts";
import { loadJobs } from "#app/features/offers/portal/load-lists.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { cursorSchema } from "#app/lib/cursor.ts";
import type { Route } from "./+types/jobs";

export const meta = titlePage("Jobs");

const listSchema = z.enum(JOB_LISTS).default("open").catch("open");

/** The jobs of one list, the newest first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { db, now, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  const { searchParams } = new URL(request.url);
  const before = cursorSchema.parse(searchParams.get("before") ?? undefined);
  const list = listSchema.parse(searchParams.get("list") ?? undefined);
  return { list, jobs: await loadJobs(db, { providerId, now: now(), timeZone, list, before }) };
}

const LABELS: Record<JobList, string> = {
  open: "Open",
  done: "Done",
  "not-hired": "Not hired",
  all: "All",
};
const EMPTY: Record<JobList, string> = {
  open: "No open jobs. Accept an offer, and it is listed here.",
  done: "No jobs marked done. Mark a job done on its page.",
  "not-hired":
    "No jobs marked not hired. If a customer did not hire you, say so on the job's page.",
  all: "No jobs yet. Accept an offer, and it is listed here.",
};

export default function Jobs({ loaderData: { list, jobs } }: Route.ComponentProps) {
  const path = usePortalPath();
  return (
    <main id="main" data-live="" className="wrap section max-w-3xl">
      <h1 className="h2">Jobs</h1>
      <p className="mt-2 text-muted">
        What you accepted. The customer's name shows here, and their number on the job's page, once
        they say yes.
      </p>
      <nav aria-label="Jobs" className="mt-4 flex flex-wrap gap-2">
        {JOB_LISTS.map((name) => (
          <a
            key={name}
            href={name === "open" ? path("jobs") : `${path("jobs")}?list=${name}`}
            aria-current={name === list ? "page" : undefined}
            className={`rounded-full border px-4 py-2 font-semibold ${name === list ? "border-petrol bg-petrol text-paper" : "border-line bg-paper text-petrol"}`}
          >
            {LABELS[name]}
          </a>
        ))}
      </nav>
      <OfferRows offers={jobs.offers} page="jobs" empty={EMPTY[list]} />
      <MoreLink href={jobs.next && `${path("jobs")}?list=${list}&before=${jobs.next}`} />
    </main>
  );
}
