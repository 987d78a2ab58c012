import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { PeoplePanel } from "#app/features/provider-accounts/components/admin/people-panel.tsx";
import { loadPeoplePanel } from "#app/features/provider-accounts/load-people-panel.server.ts";
import {
  handlePeopleForm,
  isPeopleForm,
} from "#app/features/provider-accounts/staff-people.server.ts";
import { TABS } from "#app/features/providers/constants.ts";
import { handleProviderForm } from "#app/features/providers/profile/actions.server.ts";
import { ProviderDialog } from "#app/features/providers/profile/components/admin/provider-dialog.tsx";
import { ProviderMissing } from "#app/features/providers/profile/components/admin/provider-missing.tsx";
import { loadProviderDetail } from "#app/features/providers/profile/loaders.server.ts";
import { handleStaffReviewForm } from "#app/features/reviews/actions.server.ts";
import { ReviewsPanel } from "#app/features/reviews/components/admin/reviews-panel.tsx";
import { loadReviewsPanel } from "#app/features/reviews/loaders.server.ts";
import { isStaffReviewForm } from "#app/features/reviews/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/detail";

export const handle = { section: "Providers" };
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.provider.companyName} | Providers` : "Providers" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { name } = requireStaff(context, "staff");
  const requestedTab = new URL(request.url).searchParams.get("tab");
  const tab = TABS.find((tab) => tab === requestedTab) ?? TABS[0];
  const app = context.get(appContext);
  const detail = await loadProviderDetail(app, {
    id: params.id,
    tab,
    staffName: name,
  });
  if (!detail) throw data(null, { status: 404, statusText: "Not Found" });
  const reviews =
    tab === "performance" ? await loadReviewsPanel(app, { providerId: params.id }) : null;
  const people = tab === "people" ? await loadPeoplePanel(app, params.id) : null;
  return { ...detail, reviews, people };
}

const CONFLICT = 409;
const BAD_REQUEST = 400;

export async function action({ context, params, request }: Route.ActionArgs) {
  const { userId, name } = requireStaff(context, "staff");
  const form = await readForm(request);
  const staff = actionContext(context, userId);
  if (isStaffReviewForm(form)) {
    const result = await handleStaffReviewForm(staff, { form, providerId: params.id });
    return data(result, "failed" in result ? { status: BAD_REQUEST } : undefined);
  }
  if (isPeopleForm(form)) {
    const result = await handlePeopleForm(staff, { form, providerId: params.id });
    return data(result, result.failed ? { status: CONFLICT } : undefined);
  }
  const reply = await handleProviderForm(staff, { id: params.id, form, staffName: name });
  return data(reply, reply.ok ? undefined : { status: reply.conflict ? CONFLICT : BAD_REQUEST });
}

/** An empty message: a form of a provider has its own text for that; `failed` is for the reviews. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { ok: false, intent: "", message: "", failed: UNSENT });

export default function ProviderDetail({ loaderData }: Route.ComponentProps) {
  const { reviews, people, provider } = loaderData;
  return (
    <ProviderDialog key={provider.id} data={loaderData}>
      {reviews ? <ReviewsPanel {...reviews} /> : null}
      {people ? <PeoplePanel providerId={provider.id} people={people} /> : null}
    </ProviderDialog>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ProviderMissing />;
  throw error;
}
