import { appContext, requestInfoContext } from "#app/app-context.ts";
import { generateBodySchema } from "#app/features/advertorials/generation/generation-schema.ts";
import { previewTopic } from "#app/features/advertorials/generation/preview-topic.server.ts";
import { allowsPreview, refusePreview } from "#app/features/ai/limit-previews.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/topic";

/** GET ?topic=… → what the generator would make of the topic. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  if (!allowsPreview(context.get(requestInfoContext).caller.address)) return refusePreview();
  const parsed = generateBodySchema.safeParse({
    topic: new URL(request.url).searchParams.get("topic") ?? "",
  });
  if (!parsed.success) return Response.json({ preview: null }, { status: 400 });
  return Response.json({ preview: await previewTopic(context.get(appContext), parsed.data) });
}
