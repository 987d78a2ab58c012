import type { ShouldRevalidateFunction } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { DISPUTES_PATH } from "#app/features/offers/disputes/constants.ts";
import { countOpenDisputes } from "#app/features/offers/disputes/queries.server.ts";
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

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const app = context.get(appContext);
  const [list, openDisputes] = await Promise.all([
    loadProviderList(app, readFilters(new URL(request.url).searchParams)),
    countOpenDisputes(app.db),
  ]);
  return { list, openDisputes };
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
  const { list, openDisputes } = loaderData;
  return (
    <ProviderList data={list}>
      <ButtonLink to={DISPUTES_PATH}>
        Disputes{openDisputes > 0 ? ` (${openDisputes} to answer)` : ""}
      </ButtonLink>
    </ProviderList>
  );
}
