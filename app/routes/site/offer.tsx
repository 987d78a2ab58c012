import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { writeAsProvider } from "#app/features/messages/actions.server.ts";
import { OfferThread } from "#app/features/messages/components/offer-thread.tsx";
import { loadProviderThread } from "#app/features/messages/threads.server.ts";
import { handleProviderForm } from "#app/features/offers/actions.server.ts";
import { OfferPage } from "#app/features/offers/components/offer-page.tsx";
import { VIEWS_PER_MINUTE } from "#app/features/offers/constants.ts";
import { getOfferPath } from "#app/features/offers/mutations.server.ts";
import { getOfferView, getSharedRequestId } from "#app/features/offers/view-offer.server.ts";
import { ProviderPhotos } from "#app/features/photos/components/provider-photos.tsx";
import { listPhotos } from "#app/features/photos/queries.server.ts";
import { allowPrivateImages } from "#app/features/private-files/file-response.server.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/offer";

const allowsView = createLocalRateLimit({ perMinute: VIEWS_PER_MINUTE, now: Date.now });
const STATUS = { unknown: 404, "too-many": 429 } as const;

/** Shows the offer and changes nothing: mail scanners open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { db, now, settings } = app;
  const { brand, phone, timeZone } = await settings.get();
  const frame = { brand, phone, sendsMail: app.env.SMTP_URL !== undefined };
  if (!allowsView(context.get(requestInfoContext).caller.address))
    return data(
      { view: { state: "too-many" as const }, photos: null, messages: null, ...frame },
      { status: STATUS["too-many"] },
    );
  const link = { token: params.token, now: now() };
  const view = await getOfferView(db, { ...link, timeZone });
  const requestId = view.state === "accepted" ? await getSharedRequestId(db, link) : null;
  if (requestId) allowPrivateImages(context.get(requestInfoContext), app);
  const path = getOfferPath(params.token);
  const photos = requestId && { photos: await listPhotos(db, requestId), path };
  const messages = requestId ? await loadProviderThread(app, params) : null;
  return data(
    { view, photos, messages: messages && { messages: messages.messages, path }, ...frame },
    { status: view.state === "unknown" ? STATUS.unknown : 200 },
  );
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  if (form.get("intent") === "message") return sendMessage({ context, params, form });
  const problem = await handleProviderForm(actionContext(context, "provider"), {
    token: params.token,
    form,
    address: caller.address,
  });
  if (problem === "reload") throw redirect(getOfferPath(params.token), 303);
  const isTooMany = problem.code === "visit" ? problem.isTooMany : problem.code === "too-many";
  const status = isTooMany ? STATUS["too-many"] : 409;
  return data({ problem, refused: null }, { status });
}

type SentForm = Pick<Route.ActionArgs, "context" | "params"> & { form: FormData };

async function sendMessage({ context, params: { token }, form }: SentForm) {
  const { address } = context.get(requestInfoContext).caller;
  const written = await writeAsProvider(actionContext(context, "provider"), {
    form,
    token,
    address,
  });
  if (written.ok) throw redirect(`${getOfferPath(token)}#messages`, 303);
  const refused = { problem: written.message, text: String(form.get("text") ?? "") };
  return data({ problem: undefined, refused }, { status: written.status });
}

export const meta: Route.MetaFunction = () => [
  { title: "Job offer" },
  { name: "robots", content: "noindex" },
];

export default function Offer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { photos, messages, ...offer } = loaderData;
  return (
    <OfferPage
      {...offer}
      problem={actionData?.problem}
      calendarPath={`/offers/${encodeURIComponent(params.token)}/visit.ics`}
    >
      {photos ? <ProviderPhotos {...photos} /> : null}
      {messages ? (
        <OfferThread {...messages} brand={offer.brand} refused={actionData?.refused ?? null} />
      ) : null}
    </OfferPage>
  );
}
