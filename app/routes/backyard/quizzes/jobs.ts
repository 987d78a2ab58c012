import { actionContext, appContext } from "#app/app-context.ts";
import { cancelJob } from "#app/features/ai/jobs.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { DEFAULT_QUESTIONS, QUESTION_CHOICES } from "#app/features/quizzes/constants.ts";
import {
  estimateGeneration,
  getGenerationJob,
} from "#app/features/quizzes/generation/generation-jobs.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/jobs";

/**
 * GET <uuid> or latest[?quiz=<uuid>] → {job}; estimate?questions=5 or ?quiz=<uuid> → the cost of a
 * generation.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const staff = requireStaff(context, "staff");
  const app = context.get(appContext);
  const query = new URL(request.url).searchParams;
  const quizId = query.get("quiz");
  if (params.id === "estimate") {
    const questions =
      QUESTION_CHOICES.find((choice) => choice === Number(query.get("questions"))) ??
      DEFAULT_QUESTIONS;
    return Response.json(await estimateGeneration(app, quizId ? { quizId } : { questions }));
  }
  const selector =
    params.id !== "latest"
      ? { id: params.id }
      : quizId
        ? { ofQuiz: quizId }
        : { ofPerson: staff.userId };
  return Response.json({ job: await getGenerationJob(app.db, selector) });
}

/** POST intent=cancel → {job}; a finished job does not change. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const ctx = actionContext(context, userId);
  const { db } = ctx;
  const intent = (await readForm(request)).get("intent");
  const job = await getGenerationJob(db, { id: params.id });
  if (!job) return Response.json({ job: null }, { status: 404 });
  if (intent !== "cancel") return Response.json({ job }, { status: 400 });
  await cancelJob(ctx, { id: job.id });
  return Response.json({ job: await getGenerationJob(db, { id: job.id }) });
}
