import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import {
  FIGURE_DAYS,
  type FigureDays,
  loadFigures,
} from "#app/features/offers/portal/load-figures.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { ProviderReviews } from "#app/features/reviews/components/provider-reviews.tsx";
import { loadOwnReviews } from "#app/features/reviews/loaders.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { Route } from "./+types/figures";

export const meta = titlePage("Results");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId, company } = requireProvider(context);
  const app = context.get(appContext);
  const wanted = Number(new URL(request.url).searchParams.get("days"));
  const days: FigureDays = FIGURE_DAYS.find((known) => known === wanted) ?? 90;
  const [figures, reviews] = await Promise.all([
    loadFigures(app.db, { providerId, days, now: app.now() }),
    loadOwnReviews(app, { providerId }),
  ]);
  return { company, days, choices: FIGURE_DAYS, reviews, ...figures };
}

/** How the provider's offers went, for the provider alone. */
export default function Figures({ loaderData }: Route.ComponentProps) {
  const path = usePortalPath();
  const { company, days, choices, figures, reviews, reasons } = loaderData;
  return (
    <main id="main" className="wrap section max-w-3xl">
      <h1 className="h2">Results</h1>
      <p className="mt-2 text-muted">
        Of the offers that you got in the last {days} days. Customers whom we name you to see your
        rating and reviews; the rest is for you and our team. Of all this, only your rating changes
        which offers you get, and between equal ratings the jobs that you marked as done.
      </p>
      <nav aria-label="Time" className="mt-3 flex flex-wrap gap-2">
        {choices.map((choice) => (
          <a
            key={choice}
            href={`${path("figures")}?days=${choice}`}
            aria-current={choice === days ? "page" : undefined}
            className={`inline-block rounded-full border-2 px-4 py-1.5 font-semibold ${choice === days ? "border-petrol bg-petrol text-paper" : "border-line bg-paper text-petrol"}`}
          >
            {choice} days
          </a>
        ))}
      </nav>
      <dl className="mt-5 grid gap-3 sm:grid-cols-2">
        {[...figures, toRatingFigure(reviews)].map(({ label, value, note }) => (
          <div key={label} className="rounded-2xl border border-line bg-paper p-5">
            <dt className="font-semibold">{label}</dt>
            <dd>
              <span className="block font-display text-3xl leading-10 font-extrabold">{value}</span>
              <span className="block text-[0.9375rem] text-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {reviews.count > 0 ? <ProviderReviews company={company} {...reviews} /> : null}
      {reasons.length > 0 ? (
        <section aria-labelledby="reasons" className="mt-7">
          <h2 id="reasons" className="h3">
            Why customers did not hire you
          </h2>
          <ul className="mt-2 list-disc pl-5">
            {reasons.map(({ label, jobs }) => (
              <li key={label}>
                {label}: {jobs}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </main>
  );
}

const toRatingFigure = ({ own, count }: { own: string | null; count: number }) => ({
  label: "Rating",
  value: own ?? "–",
  note:
    count > 0
      ? `The average of all ${formatQuantity(count, "review")} of your customers, at any time.`
      : "No customer has reviewed you yet.",
});
