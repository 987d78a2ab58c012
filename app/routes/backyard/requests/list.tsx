import { redirect, type ShouldRevalidateFunction } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { endOfferOfClosed } from "#app/features/offers/customer/cancel-request.server.ts";
import { handleAssignmentForm } from "#app/features/requests/assignments/actions.server.ts";
import { isAssignmentForm } from "#app/features/requests/assignments/schema.ts";
import { handleRequestForm } from "#app/features/requests/inbox/actions.server.ts";
import { RequestList } from "#app/features/requests/inbox/components/admin/request-list.tsx";
import { listReload } from "#app/features/requests/inbox/list-reload.ts";
import { loadRequestList } from "#app/features/requests/inbox/loaders.server.ts";
import { LIST_PATH, OPEN_SINGLE, parseFilters } from "#app/features/requests/inbox/schema.ts";
import { handleViewForm } from "#app/features/requests/views/actions.server.ts";
import { isViewForm } from "#app/features/requests/views/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNREACHABLE, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/list";

export const handle = { section: "Service Requests" };
export const meta: Route.MetaFunction = () => [
  { title: "Service Requests" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const params = new URL(request.url).searchParams;
  const filters = parseFilters(params);
  const list = await loadRequestList(context.get(appContext), { userId, filters });
  const [found, ...others] = list.requests;
  const isSingle = params.get("open") === OPEN_SINGLE.open && others.length === 0 && !list.next;
  if (isSingle && found) throw redirect(`${LIST_PATH}/${found.id}${list.query}`);
  return list;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  if (isAssignmentForm(form)) return handleAssignmentForm(actionContext(context, userId), { form });
  if (isViewForm(form)) return handleViewForm(actionContext(context, userId), { form });
  return handleRequestForm(context.get(appContext), {
    form,
    endOffer: endOfferOfClosed,
    actor: userId,
    httpRequestId: context.get(requestInfoContext).httpRequestId,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, UNREACHABLE);

/**
 * Does not reload after a change, an opened request or a notification, so that the rows do not move
 * while staff read them; only where they ask for it.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  formData,
  defaultShouldRevalidate,
}) => {
  if (formMethod && formMethod !== "GET") return formData !== undefined && isViewForm(formData);
  if (listReload.isRequested()) return true;
  const isOverList = currentUrl.pathname !== LIST_PATH || nextUrl.pathname !== LIST_PATH;
  if (isOverList && currentUrl.search === nextUrl.search) return false;
  return defaultShouldRevalidate;
};

export default function ServiceRequests({ loaderData }: Route.ComponentProps) {
  return <RequestList data={loaderData} />;
}
