import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { receiveImage } from "#app/features/media/actions.server.ts";
import { readImageFilters } from "#app/features/media/form-schema.ts";
import { listImages } from "#app/features/media/queries.server.ts";
import type { Route } from "./+types/images";

/** GET [?q=words][&after=place] → {images, hasMore}: the newest first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  const filters = readImageFilters(new URL(request.url).searchParams);
  return Response.json(await listImages(context.get(appContext).db, filters));
}

/** POST multipart file, alt → {ok, image, isNew} or {ok: false, message}. */
export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const { reply, status } = await receiveImage(actionContext(context, userId), { request });
  return Response.json(reply, { status });
}
