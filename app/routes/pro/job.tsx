import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { OfferThread } from "#app/features/messages/components/offer-thread.tsx";
import { OfferPage } from "#app/features/offers/components/offer-page.tsx";
import { DisputeSection } from "#app/features/offers/disputes/components/dispute-section.tsx";
import { StageSection } from "#app/features/offers/portal/components/stage-section.tsx";
import { ProviderPhotos } from "#app/features/photos/components/provider-photos.tsx";
import { allowPrivateImages } from "#app/features/private-files/file-response.server.ts";
import {
  requireId,
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { CauseForm } from "#app/features/provider-portal/components/cause-form.tsx";
import { OfferReasons } from "#app/features/provider-portal/components/offer-reasons.tsx";
import { handleJobForm } from "#app/features/provider-portal/handle-job-form.server.ts";
import { loadJob } from "#app/features/provider-portal/load-offer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/job";

export const meta = titlePage("Job");

/** A job: contact after the customer's yes, visit, photos, messages, and where it stands. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { providerId, base } = requireProvider(context);
  const page = await loadJob(context.get(appContext), {
    offerId: requireId(params.offerId),
    providerId,
  });
  if (page.view.state === "unknown") throw data(null, { status: 404 });
  if (page.view.state === "open") throw redirect(`${base}/offers/${params.offerId}`);
  if (page.shared) allowPrivateImages(context.get(requestInfoContext), context.get(appContext));
  return page;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const person = requireProviderPerson(context);
  const result = await handleJobForm(actionContext(context, `provider:${person.providerId}`), {
    offerId: requireId(params.offerId),
    providerId: person.providerId,
    personId: person.user.id,
    company: person.company,
    form: await readForm(request),
    address: context.get(requestInfoContext).caller.address,
  });
  if (result.ok) throw redirect(`${person.base}/jobs/${params.offerId}${result.anchor}`, 303);
  if (result.status === 404) throw data(null, { status: 404 });
  const { status, ...refused } = result;
  return data(refused, { status });
}

export default function Job({ loaderData, actionData, params }: Route.ComponentProps) {
  const path = usePortalPath();
  const { shared, reasons, stage, ...offer } = loaderData;
  const own = `${path("jobs")}/${params.offerId}`;
  return (
    <OfferPage {...offer} problem={actionData?.problem} calendarPath={`${own}/visit.ics`}>
      {shared ? <ProviderPhotos photos={shared.photos} path={own} /> : null}
      {shared?.thread ? (
        <OfferThread
          messages={shared.thread.messages}
          canSkipAnswer={shared.thread.awaitsAnswer}
          path={own}
          brand={offer.brand}
          refused={actionData?.refusedMessage ?? null}
        />
      ) : null}
      {stage ? (
        <StageSection view={stage} refused={actionData?.refusedStage ?? null} brand={offer.brand}>
          {shared?.cause ? (
            <CauseForm {...shared.cause} problem={actionData?.causeProblem ?? null} />
          ) : null}
        </StageSection>
      ) : null}
      {reasons.dispute ? (
        <DisputeSection {...reasons.dispute} refused={actionData?.refusedDispute} />
      ) : null}
      <OfferReasons {...reasons} />
      <p className="mt-6">
        <a href={path("jobs?list=all")} className="link inline-block py-1">
          All jobs
        </a>
      </p>
    </OfferPage>
  );
}
