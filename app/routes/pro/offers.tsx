import { appContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { MoreLink, OfferRows } from "#app/features/offers/portal/components/offer-row.tsx";
import {
  loadEarlierOffers,
  loadOpenOffers,
} from "#app/features/offers/portal/load-lists.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { cursorSchema } from "#app/lib/cursor.ts";
import type { Route } from "./+types/offers";

export const meta = titlePage("Offers");

/** The offers that wait for an answer, and all others, the newest first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { db, now: getNow, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  const before = cursorSchema.parse(new URL(request.url).searchParams.get("before") ?? undefined);
  const input = { providerId, now: getNow(), timeZone };
  const [open, earlier] = await Promise.all([
    before ? null : loadOpenOffers(db, input),
    loadEarlierOffers(db, { ...input, before }),
  ]);
  return { open, earlier };
}

export default function Offers({ loaderData: { open, earlier } }: Route.ComponentProps) {
  const path = usePortalPath();
  return (
    <main id="main" data-live="" className="wrap section max-w-3xl">
      <h1 className="h2">Offers</h1>
      <p className="mt-2 text-muted">
        Each request is offered to one company at a time.{" "}
        <a href={path("rules")} className="link inline-block py-0.5">
          How offers are chosen
        </a>
      </p>
      {open ? (
        <section aria-labelledby="open" className="mt-7">
          <h2 id="open" className="h3">
            New offers
          </h2>
          <OfferRows offers={open} page="offers" empty="No new offers." />
        </section>
      ) : null}
      <section aria-labelledby="earlier" className="mt-9">
        <h2 id="earlier" className="h3">
          Earlier offers
        </h2>
        <OfferRows offers={earlier.offers} page="offers" empty="There are no others." />
        <MoreLink href={earlier.next && `${path("offers")}?before=${earlier.next}`} />
      </section>
    </main>
  );
}
