import { data } from "react-router";
import { actionContext } from "#app/app-context.ts";
import { runArticleDraftCall } from "#app/features/advertorials/actions.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/drafts";

export const handle = { methods: ["GET", "POST", "DELETE"] };

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return null;
}

/** Unsaved changes of an editor, sent while somebody types and when the page closes. */
export async function action({ context, request }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const reply = await runArticleDraftCall(actionContext(context, userId), {
    isDiscarded: request.method === "DELETE",
    body: await readJson(request),
  });
  return data(reply, { status: reply.ok ? 200 : 400 });
}
