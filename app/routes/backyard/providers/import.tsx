import { actionContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { ImportPage } from "#app/features/providers/import/components/admin/import-page.tsx";
import { handleImportForm } from "#app/features/providers/import/import-providers.server.ts";
import type { ImportReply } from "#app/features/providers/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/import";

export const handle = { section: "Providers" };
export const meta: Route.MetaFunction = () => [
  { title: "Import providers" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const form = await readForm(request);
  return handleImportForm(actionContext(context, userId), { form });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, {
    ok: false,
    message: "The file could not be sent. Check the connection and its size, and try again.",
  } satisfies ImportReply);

export default function ImportProviders() {
  return <ImportPage />;
}
