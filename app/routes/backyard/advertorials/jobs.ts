import { actionContext, appContext } from "#app/app-context.ts";
import {
  dismissGeneratedArticle,
  estimateArticle,
  getArticleJob,
  getLatestArticleJob,
} from "#app/features/advertorials/article-jobs.server.ts";
import { cancelJob } from "#app/features/ai/jobs.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/jobs";

/** GET <uuid> or latest → {job}; estimate → the cost of a generation. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { userId } = requireStaff(context, "staff");
  const app = context.get(appContext);
  if (params.id === "estimate") return Response.json(await estimateArticle(app));
  return Response.json({
    job:
      params.id === "latest"
        ? await getLatestArticleJob(app.db, { userId, now: app.now() })
        : await getArticleJob(app.db, params.id),
  });
}

/**
 * POST intent=cancel → {job}; a finished job does not change. POST intent=dismiss → {job}: the
 * article is in the editor and no longer offered.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "staff");
  const ctx = actionContext(context, userId);
  const { db } = ctx;
  const intent = (await readForm(request)).get("intent");
  const job = await getArticleJob(db, params.id);
  if (!job) return Response.json({ job: null }, { status: 404 });
  if (intent === "cancel") await cancelJob(ctx, { id: job.id });
  else if (intent === "dismiss") await dismissGeneratedArticle(ctx, { id: job.id });
  else return Response.json({ job }, { status: 400 });
  return Response.json({ job: await getArticleJob(db, job.id) });
}
