import { appContext } from "#app/app-context.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { createPaperResponse } from "#app/features/providers/papers/paper-response.server.ts";
import type { Route } from "./+types/document-file";

/** GET: the file of a paper that this provider sent. */
export function loader({ context, params }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  return createPaperResponse(context.get(appContext), { providerId, paperId: params.documentId });
}
