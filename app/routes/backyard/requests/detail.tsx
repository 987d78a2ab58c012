import { data, isRouteErrorResponse, useRouteError } from "react-router";
import {
  type AppContext,
  actionContext,
  appContext,
  requestInfoContext,
} from "#app/app-context.ts";
import { useNow } from "#app/components/admin/use-now.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { getCallingStatus, getCap } from "#app/features/calls/calling-hours.ts";
import { formatCall } from "#app/features/calls/format-call.ts";
import { listCallsOfPhone } from "#app/features/calls/queries.server.ts";
import { handleMessageForm } from "#app/features/messages/actions.server.ts";
import { MessagesPanel } from "#app/features/messages/components/admin/messages-panel.tsx";
import { formatMessageEvent } from "#app/features/messages/format-message-event.ts";
import { loadMessagePanel } from "#app/features/messages/loaders.server.ts";
import { isMessageForm } from "#app/features/messages/schema.ts";
import { handleOfferForm } from "#app/features/offers/actions.server.ts";
import { OffersPanel } from "#app/features/offers/components/admin/offers-panel.tsx";
import { endOfferOfClosed } from "#app/features/offers/customer/cancel-request.server.ts";
import { formatOfferEvent } from "#app/features/offers/format-offer-event.ts";
import { loadOfferPanel } from "#app/features/offers/loaders.server.ts";
import { isOfferForm } from "#app/features/offers/schema.ts";
import { PhotosPanel } from "#app/features/photos/components/admin/photos-panel.tsx";
import { formatPhotoEvent } from "#app/features/photos/format-photo-event.ts";
import { loadPhotoPanel } from "#app/features/photos/loaders.server.ts";
import { handleSpokenStop } from "#app/features/privacy/spoken-stop.server.ts";
import { handleAssignmentForm } from "#app/features/requests/assignments/actions.server.ts";
import { isAssignmentForm } from "#app/features/requests/assignments/schema.ts";
import { handleAttemptForm } from "#app/features/requests/attempts/actions.server.ts";
import { countRecent } from "#app/features/requests/attempts/check-attempt.ts";
import { loadAttempts } from "#app/features/requests/attempts/loaders.server.ts";
import { isAttemptForm, isSpokenStop } from "#app/features/requests/attempts/schema.ts";
import { LinksPanel } from "#app/features/requests/customer/components/admin/links-panel.tsx";
import { handleLinkForm } from "#app/features/requests/customer/link-actions.server.ts";
import { isLinkForm } from "#app/features/requests/customer/link-schema.ts";
import { loadLinks } from "#app/features/requests/customer/load-links.server.ts";
import { handleRequestForm } from "#app/features/requests/inbox/actions.server.ts";
import { RequestNotFound } from "#app/features/requests/inbox/components/admin/request-not-found.tsx";
import { RequestPane } from "#app/features/requests/inbox/components/admin/request-pane.tsx";
import { describeNextStep } from "#app/features/requests/inbox/describe-next-step.ts";
import { loadRequestDetail } from "#app/features/requests/inbox/loaders.server.ts";
import { LIST_PATH } from "#app/features/requests/inbox/schema.ts";
import { handleOutcomeForm } from "#app/features/requests/outcomes/actions.server.ts";
import { getOutcome } from "#app/features/requests/outcomes/queries.server.ts";
import { isOutcomeForm } from "#app/features/requests/outcomes/schema.ts";
import { loadPerson } from "#app/features/requests/person/load-person.server.ts";
import { handlePersonForm } from "#app/features/requests/person/person-actions.server.ts";
import { isPersonForm } from "#app/features/requests/person/schema.ts";
import { formatReviewEvent } from "#app/features/reviews/format-review-event.ts";
import { SourcePanel } from "#app/features/sources/components/admin/source-panel.tsx";
import { getRequestSource } from "#app/features/sources/queries.server.ts";
import { formatTextEvent } from "#app/features/texts/format-text-event.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNREACHABLE, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/detail";

export const handle = { section: "Service Requests" };
/** As many as of anything else from one person. */
const CALLS_SHOWN = 50;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.request.name} | Service Requests` : "Service Requests" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const app = context.get(appContext);
  const detail = await loadRequestDetail(app, {
    id: params.id,
    viewerId: userId,
    formatEvent: (kind, event) =>
      formatOfferEvent(kind, event) ??
      formatMessageEvent(kind, event) ??
      formatPhotoEvent(kind, event) ??
      formatReviewEvent(kind, event) ??
      formatTextEvent(kind, event),
  });
  const [offers, person, contact] = detail
    ? await Promise.all([
        loadOfferPanel(app, params.id),
        listCalls(app, detail.request.phoneE164).then((calls) =>
          loadPerson(app, params.id, { calls }),
        ),
        loadAttempts(app, params.id),
      ])
    : [];
  if (!detail || !offers || !person || !contact)
    throw data(null, { status: 404, statusText: "Not Found" });
  const [links, photos, messages, outcome, source] = await Promise.all([
    loadLinks(app, params.id),
    loadPhotoPanel(app, params.id),
    loadMessagePanel(app, params.id),
    getOutcome(app.db, params.id),
    getRequestSource(app.db, { requestId: params.id }),
  ]);
  return { ...detail, contact, offers, person, links, photos, messages, outcome, source };
}

/** The person's calls to us, found by the hash of their number. */
async function listCalls(
  { db, contactKeys }: Pick<AppContext, "db" | "contactKeys">,
  phoneE164: string | null,
) {
  if (!phoneE164) return [];
  const calls = await listCallsOfPhone(db, contactKeys, { phoneE164, limit: CALLS_SHOWN });
  return calls.map((call) => ({
    id: call.id,
    at: call.at,
    connected: call.connectedAt !== null,
    label: formatCall(call),
  }));
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  if (isAttemptForm(form)) return handleAttemptForm(actionContext(context, userId), { form });
  if (isSpokenStop(form)) return handleSpokenStop(actionContext(context, userId), { form });
  if (isMessageForm(form)) return handleMessageForm(actionContext(context, userId), { form });
  if (isOfferForm(form)) return handleOfferForm(actionContext(context, userId), { form });
  if (isPersonForm(form)) return handlePersonForm(actionContext(context, userId), { form });
  if (isLinkForm(form)) return handleLinkForm(actionContext(context, userId), { form });
  if (isOutcomeForm(form)) return handleOutcomeForm(actionContext(context, userId), { form });
  if (isAssignmentForm(form)) return handleAssignmentForm(actionContext(context, userId), { form });
  return handleRequestForm(context.get(appContext), {
    form,
    endOffer: endOfferOfClosed,
    actor: userId,
    httpRequestId: context.get(requestInfoContext).httpRequestId,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, UNREACHABLE);

type PageData = Route.ComponentProps["loaderData"];

/** What the request and its offers say about the next step. */
function findNextStep({ request, offers, outcome, contact }: PageData, now: number) {
  const { current } = offers;
  const isAsked = current?.state === "open";
  const { ok, localTime, from } = getCallingStatus(contact.places, new Date(now));
  return describeNextStep({
    ...request,
    isMerged: request.mergedIntoId !== null,
    isHeld: request.sync === "held",
    call: {
      isInHours: ok,
      isCapReached: countRecent(contact.recentAt, now) >= getCap(contact.places).mostAttempts,
      localTime: request.calling && localTime,
      from,
    },
    waitingFor: offers.waitingFor,
    answerDue: current?.callDueAt && current.callDueAt.ms > now ? current.callDueAt.exact : null,
    askedCompany: isAsked ? current.company : null,
    connectedCompany: current?.sharedAt ? current.company : null,
    matches: offers.matches.length,
    hasOutcome: outcome !== null || request.customerOutcome !== null,
  });
}

export default function RequestDetail({ loaderData }: Route.ComponentProps) {
  const { request, offers, photos, messages, links, outcome, viewerId, now } = loaderData;
  const currentTime = useNow(now);
  const isMerged = loaderData.mergedInto !== null;
  return (
    <RequestPane
      key={request.id}
      data={loaderData}
      contact={loaderData.contact}
      person={loaderData.person}
      waitingFor={offers.waitingFor}
      outcome={outcome}
      nextStep={findNextStep(loaderData, currentTime)}
      work={
        <>
          {isMerged ? null : <OffersPanel offers={offers} requestId={request.id} loadedAt={now} />}
          <PhotosPanel groups={photos} path={LIST_PATH} />
          <MessagesPanel
            panel={messages}
            requestId={request.id}
            viewerId={viewerId}
            hasNewMessage={request.hasNewMessage}
            isReadOnly={isMerged}
            isOptedOut={request.isOptedOut}
            loadedAt={now}
          />
        </>
      }
      folded={
        <>
          <LinksPanel
            links={links}
            requestId={request.id}
            canMail={offers.canMail && Boolean(request.emailNormalized)}
            now={now}
          />
          <SourcePanel source={loaderData.source} />
        </>
      }
    />
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <RequestNotFound />;
  throw error;
}
