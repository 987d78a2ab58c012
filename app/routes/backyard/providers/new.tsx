import { data, redirect } from "react-router";
import { actionContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { CREATE_FAILED, LIST_PATH } from "#app/features/providers/constants.ts";
import { handleCreateForm } from "#app/features/providers/profile/actions.server.ts";
import { NewProviderPage } from "#app/features/providers/profile/components/admin/new-provider-page.tsx";
import { listServiceChoices } from "#app/features/providers/profile/service-choices.server.ts";
import type { ProviderReply } from "#app/features/providers/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/new";

export const handle = { section: "Providers" };
export const meta: Route.MetaFunction = () => [
  { title: "New provider" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return { choices: listServiceChoices() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  const result = await handleCreateForm(actionContext(context, userId), { form });
  if (result.ok) throw redirect(`${LIST_PATH}/${result.id}`);
  const reply: ProviderReply = {
    ok: false,
    intent: "create",
    message: CREATE_FAILED,
    errors: result.errors,
  };
  return data(reply, { status: 400 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, {
    ok: false,
    intent: "create",
    message: CREATE_FAILED,
  } satisfies ProviderReply);

export default function NewProvider({ loaderData }: Route.ComponentProps) {
  return <NewProviderPage choices={loaderData.choices} />;
}
