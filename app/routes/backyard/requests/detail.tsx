import { data, isRouteErrorResponse, useOutletContext, useRouteError } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handleMessageForm } from "#app/features/messages/actions.server.ts";
import { MessagesPanel } from "#app/features/messages/components/admin/messages-panel.tsx";
import { formatMessageEvent } from "#app/features/messages/format-message-event.ts";
import { loadMessagePanel } from "#app/features/messages/loaders.server.ts";
import { isMessageForm } from "#app/features/messages/schema.ts";
import { handleOfferForm } from "#app/features/offers/actions.server.ts";
import { OffersPanel } from "#app/features/offers/components/admin/offers-panel.tsx";
import { formatOfferEvent } from "#app/features/offers/format-offer-event.ts";
import { loadOfferPanel } from "#app/features/offers/loaders.server.ts";
import { isOfferForm } from "#app/features/offers/schema.ts";
import { PhotosPanel } from "#app/features/photos/components/admin/photos-panel.tsx";
import { formatPhotoEvent } from "#app/features/photos/format-photo-event.ts";
import { listPhotos } from "#app/features/photos/queries.server.ts";
import { LinksPanel } from "#app/features/requests/customer/components/admin/links-panel.tsx";
import { handleLinkForm } from "#app/features/requests/customer/link-actions.server.ts";
import { isLinkForm } from "#app/features/requests/customer/link-schema.ts";
import { loadLinks } from "#app/features/requests/customer/load-links.server.ts";
import { handleRequestForm } from "#app/features/requests/inbox/actions.server.ts";
import { RequestDialog } from "#app/features/requests/inbox/components/admin/request-dialog.tsx";
import { RequestNotFound } from "#app/features/requests/inbox/components/admin/request-not-found.tsx";
import type { StatusChanges } from "#app/features/requests/inbox/components/admin/use-status-changes.ts";
import { loadRequestDetail } from "#app/features/requests/inbox/loaders.server.ts";
import { LIST_PATH } from "#app/features/requests/inbox/schema.ts";
import { formatReviewEvent } from "#app/features/reviews/format-review-event.ts";
import { formatTextEvent } from "#app/features/texts/format-text-event.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNREACHABLE, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/detail";

export const handle = { section: "Service Requests" };
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
  const offers = detail && (await loadOfferPanel(app, params.id));
  if (!detail || !offers) throw data(null, { status: 404, statusText: "Not Found" });
  const [links, photos, messages] = await Promise.all([
    loadLinks(app, params.id),
    listPhotos(app.db, params.id),
    loadMessagePanel(app, params.id),
  ]);
  return { ...detail, offers, links, photos, messages };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  if (isMessageForm(form)) return handleMessageForm(actionContext(context, userId), { form });
  if (isOfferForm(form)) return handleOfferForm(actionContext(context, userId), { form });
  if (isLinkForm(form)) return handleLinkForm(actionContext(context, userId), { form });
  return handleRequestForm(context.get(appContext), {
    form,
    actor: userId,
    httpRequestId: context.get(requestInfoContext).httpRequestId,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, UNREACHABLE);

export default function RequestDetail({ loaderData }: Route.ComponentProps) {
  return (
    <RequestDialog
      key={loaderData.request.id}
      data={loaderData}
      statuses={useOutletContext<StatusChanges>()}
      waitingFor={loaderData.offers.waitingFor}
    >
      <PhotosPanel photos={loaderData.photos} path={`${LIST_PATH}/${loaderData.request.id}`} />
      <MessagesPanel
        panel={loaderData.messages}
        requestId={loaderData.request.id}
        viewerId={loaderData.viewerId}
        hasNewMessage={loaderData.request.hasNewMessage}
        isOptedOut={loaderData.request.isOptedOut}
        loadedAt={loaderData.now}
      />
      <OffersPanel
        offers={loaderData.offers}
        requestId={loaderData.request.id}
        loadedAt={loaderData.now}
      />
      <LinksPanel
        links={loaderData.links}
        requestId={loaderData.request.id}
        canMail={loaderData.offers.canMail && Boolean(loaderData.request.emailNormalized)}
        now={loaderData.now}
      />
    </RequestDialog>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <RequestNotFound />;
  throw error;
}
