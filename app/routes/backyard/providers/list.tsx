import type { ShouldRevalidateFunction } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { LIST_PATH } from "#app/features/providers/constants.ts";
import { handleStatusForm } from "#app/features/providers/list/actions.server.ts";
import { ProviderList } from "#app/features/providers/list/components/admin/provider-list.tsx";
import { withoutTab } from "#app/features/providers/list/list-query.ts";
import { loadProviderList } from "#app/features/providers/list/loaders.server.ts";
import { readFilters } from "#app/features/providers/list/read-filters.ts";
import type { StatusReply } from "#app/features/providers/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/list";

export const handle = { section: "Providers" };
export const meta: Route.MetaFunction = () => [
  { title: "Providers" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return loadProviderList(context.get(appContext), readFilters(new URL(request.url).searchParams));
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  return handleStatusForm(actionContext(context, userId), { form });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { ok: false, reason: "unreachable" } satisfies StatusReply);

/**
 * Choosing a status or a tab, or opening a provider, does not reload the rows; saving a provider
 * does.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  formAction,
  defaultShouldRevalidate,
}) => {
  if (formMethod && formMethod !== "GET")
    return formAction?.split("?")[0] !== LIST_PATH && defaultShouldRevalidate;
  if (
    currentUrl.href !== nextUrl.href &&
    withoutTab(currentUrl.search) === withoutTab(nextUrl.search)
  )
    return false;
  return defaultShouldRevalidate;
};

export default function Providers({ loaderData }: Route.ComponentProps) {
  return <ProviderList data={loaderData} />;
}
