import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { handleProviderForm } from "#app/features/offers/actions.server.ts";
import { OfferPage } from "#app/features/offers/components/offer-page.tsx";
import {
  requireId,
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { OfferReasons } from "#app/features/provider-portal/components/offer-reasons.tsx";
import { loadOffer } from "#app/features/provider-portal/load-offer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/offer";

export const meta = titlePage("Offer");

/** An offer that waits or has ended; one that was accepted is a job. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { providerId, base } = requireProvider(context);
  const offer = { offerId: requireId(params.offerId), providerId };
  const page = await loadOffer(context.get(appContext), offer);
  if (page.view.state === "unknown") throw data(null, { status: 404 });
  if (page.view.state === "waiting" || page.view.state === "accepted")
    throw redirect(`${base}/jobs/${params.offerId}`);
  return page;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { providerId, base } = requireProviderPerson(context);
  const problem = await handleProviderForm(actionContext(context, `provider:${providerId}`), {
    offerId: requireId(params.offerId),
    providerId,
    form: await readForm(request),
    address: context.get(requestInfoContext).caller.address,
  });
  // The reloaded page shows how things stand; of an accepted offer it is the job.
  if (problem === "reload") throw redirect(`${base}/offers/${params.offerId}`, 303);
  const isTooMany = problem.code === "visit" ? problem.isTooMany : problem.code === "too-many";
  return data({ problem }, { status: isTooMany ? 429 : 409 });
}

export default function Offer({ loaderData, actionData }: Route.ComponentProps) {
  const path = usePortalPath();
  return (
    <OfferPage {...loaderData} problem={actionData?.problem} calendarPath="">
      <OfferReasons {...loaderData.reasons} isOpen={loaderData.view.state === "open"} />
      <p className="mt-6">
        <a href={path("offers")} className="link inline-block py-1">
          All offers
        </a>
      </p>
    </OfferPage>
  );
}
