import { z } from "zod";
import { actionContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handleImageForm } from "#app/features/media/actions.server.ts";
import { IMAGE_GONE } from "#app/features/media/constants.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/image";

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  return createNotFoundResponse();
}

/**
 * POST intent=save name, alt → {ok, image}; intent=delete → {ok, image: null}, or {ok: false,
 * message, uses}.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const { data: id } = z.uuid().safeParse(params.id);
  if (!id) return Response.json({ ok: false, message: IMAGE_GONE }, { status: 404 });
  const form = await readForm(request);
  const reply = await handleImageForm(actionContext(context, userId), { id, form });
  return Response.json(reply, { status: reply.ok ? 200 : 400 });
}
