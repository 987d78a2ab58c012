import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { handleProviderForm } from "#app/features/offers/actions.server.ts";
import { OfferPage } from "#app/features/offers/components/offer-page.tsx";
import { VIEWS_PER_MINUTE } from "#app/features/offers/constants.ts";
import { getOfferPath } from "#app/features/offers/mutations.server.ts";
import { getOfferView, getSharedRequestId } from "#app/features/offers/view-offer.server.ts";
import { ProviderPhotos } from "#app/features/photos/components/provider-photos.tsx";
import { listPhotos } from "#app/features/photos/queries.server.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/offer";

const allowsView = createLocalRateLimit({ perMinute: VIEWS_PER_MINUTE, now: Date.now });
const STATUS = { unknown: 404, "too-many": 429 } as const;

/** Shows the offer and changes nothing: mail scanners open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, settings } = context.get(appContext);
  const { brand, phone, timeZone } = await settings.get();
  if (!allowsView(context.get(requestInfoContext).caller.address))
    return data(
      { view: { state: "too-many" as const }, photos: null, brand, phone },
      { status: STATUS["too-many"] },
    );
  const link = { token: params.token, now: now() };
  const view = await getOfferView(db, { ...link, timeZone });
  const requestId = view.state === "accepted" ? await getSharedRequestId(db, link) : null;
  const photos = requestId && {
    photos: await listPhotos(db, requestId),
    path: getOfferPath(params.token),
  };
  return data(
    { view, photos, brand, phone },
    { status: view.state === "unknown" ? STATUS.unknown : 200 },
  );
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { caller } = context.get(requestInfoContext);
  const problem = await handleProviderForm(actionContext(context, "provider"), {
    token: params.token,
    form: await readForm(request),
    address: caller.address,
  });
  if (problem === "reload") throw redirect(getOfferPath(params.token), 303);
  return data({ problem }, { status: problem.code === "too-many" ? STATUS["too-many"] : 409 });
}

export const meta: Route.MetaFunction = () => [
  { title: "Job offer" },
  { name: "robots", content: "noindex" },
];

export default function Offer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { photos, ...offer } = loaderData;
  return (
    <OfferPage
      {...offer}
      problem={actionData?.problem}
      calendarPath={`/offers/${encodeURIComponent(params.token)}/visit.ics`}
    >
      {photos ? <ProviderPhotos {...photos} /> : null}
    </OfferPage>
  );
}
