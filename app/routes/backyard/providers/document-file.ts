import { actionContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { createStaffPaperResponse } from "#app/features/providers/papers/paper-response.server.ts";
import type { Route } from "./+types/document-file";

/** GET: the file of a paper that a provider sent. */
export function loader({ context, params }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  return createStaffPaperResponse(actionContext(context, userId), {
    providerId: params.id,
    paperId: params.documentId,
  });
}
