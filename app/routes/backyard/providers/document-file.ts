import { appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { createPaperResponse } from "#app/features/providers/papers/paper-response.server.ts";
import type { Route } from "./+types/document-file";

/** GET: the file of a paper that a provider sent. */
export function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const { db } = context.get(appContext);
  return createPaperResponse(db, { providerId: params.id, paperId: params.documentId });
}
