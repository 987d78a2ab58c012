import { appContext, requestInfoContext } from "#app/app-context.ts";
import { allowsPreview, refusePreview } from "#app/features/ai/limit-previews.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { previewTopic } from "#app/features/quizzes/generation/preview-topic.server.ts";
import { orchestrateBodySchema } from "#app/features/quizzes/generation/schema.ts";
import type { Route } from "./+types/topic";

/** GET ?topic=…&questions=5&serviceType=Auto-detect → what the generator would make of the topic. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context, "staff");
  if (!allowsPreview(context.get(requestInfoContext).caller.address)) return refusePreview();
  const query = new URL(request.url).searchParams;
  const parsed = orchestrateBodySchema.safeParse({
    topic: query.get("topic") ?? "",
    numQuestions: Number(query.get("questions")),
    serviceType: query.get("serviceType") ?? undefined,
  });
  if (!parsed.success) return Response.json({ preview: null }, { status: 400 });
  const { topic, serviceType, numQuestions: questions } = parsed.data;
  const preview = await previewTopic(context.get(appContext), { topic, serviceType, questions });
  return Response.json({ preview });
}
