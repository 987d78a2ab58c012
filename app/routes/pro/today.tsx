import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { OfferRows } from "#app/features/offers/portal/components/offer-row.tsx";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { Obstacles } from "#app/features/provider-portal/components/obstacles.tsx";
import { loadToday } from "#app/features/provider-portal/load-today.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import type { Route } from "./+types/today";

export const meta = titlePage("Today");

export async function loader({ context }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  return loadToday(context.get(appContext), { providerId });
}

/** The first page: what waits for an answer, the visits, whom to call, and who wrote. */
export default function Today({ loaderData }: Route.ComponentProps) {
  const path = usePortalPath();
  const { phone, obstacles, offers, visits, toStart, unanswered } = loaderData;
  return (
    <main id="main" data-live="" className="wrap section max-w-3xl">
      <h1 className="h2">Today</h1>
      <Obstacles list={obstacles} phone={phone} />
      <Block id="offers" title="New offers">
        <OfferRows offers={offers} page="offers" empty="No new offers." />
      </Block>
      {unanswered.length > 0 ? (
        <Block id="messages" title="Customers who wrote to you">
          <ul className="mt-3 grid gap-3">
            {unanswered.map(({ offerId, customer, excerpt, age }) => (
              <li
                key={offerId}
                className="relative rounded-2xl border border-line bg-paper p-4 focus-card"
              >
                <a
                  href={`${path("jobs")}/${offerId}#messages`}
                  className="font-bold outline-none after:absolute after:inset-0"
                >
                  {customer}
                </a>
                <p className="break-words">{excerpt}</p>
                <p className="text-[0.9375rem] text-muted">{age}</p>
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
      <Block id="visits" title="Visits today and tomorrow">
        <OfferRows offers={visits} page="jobs" empty="No visit is set." />
      </Block>
      {toStart.length > 0 ? (
        <Block id="to-start" title="Call these customers: they said yes">
          <OfferRows offers={toStart} page="jobs" empty="" />
          <p className="mt-3">
            <a href={path("jobs")} className="link inline-block py-1">
              Open jobs
            </a>
          </p>
        </Block>
      ) : null}
    </main>
  );
}

const Block = (props: { id: string; title: string; children: React.ReactNode }) => (
  <section aria-labelledby={props.id} className="mt-7">
    <h2 id={props.id} className="h3">
      {props.title}
    </h2>
    {props.children}
  </section>
);
