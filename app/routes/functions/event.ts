import { appContext, requestInfoContext } from "#app/app-context.ts";
import { countArticleEvent } from "#app/features/advertorials/count-event.server.ts";
import { MAX_EVENT_BYTES } from "#app/features/analytics/constants.ts";
import { getVisitSource } from "#app/features/analytics/count-visit.ts";
import { parseEvent } from "#app/features/analytics/parse-event.ts";
import { countQuizEvent } from "#app/features/quizzes/metrics/count-event.server.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readText } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/event";

/** Far more than a person clicks, and few enough that a script cannot distort the counts much. */
const allowsEvent = createLocalRateLimit({ perMinute: 120, now: Date.now });

const refuse = (status: number, error: string, headers?: Record<string, string>) =>
  Response.json({ success: false, error }, { status, headers });

/**
 * POST {"name":"page-view"}, or the bare name as text → 204; of a quiz
 * {"name":"quiz-view","quiz":"ac-not-cooling"}, of an article
 * {"name":"article-view","article":"leaky-tap"}; of the source of a visit
 * {"name":"visit","referrer":"www.google.com"}. Adds one to the event's count, in memory: no id,
 * no address, no cookie, and no wait for the database. Events over the limit of an address also get
 * 204 and are not counted. A visitor with Sec-GPC is counted like everybody else: the count is
 * anonymous and nothing else is stored, so there is nothing to opt out of. Of the source of such a
 * visit only the campaign's own words count.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const tooLarge = () => refuse(413, `An event has ${MAX_EVENT_BYTES} bytes at most.`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_EVENT_BYTES) return tooLarge();
  const body = await readText(request);
  if (body.length > MAX_EVENT_BYTES) return tooLarge();
  // Dropped, not refused: the reply does not matter, and a refusal would be an error in a visitor's
  // browser.
  const { caller } = context.get(requestInfoContext);
  if (!allowsEvent(caller.address)) return new Response(null, { status: 204 });
  const event = parseEvent(body);
  if (!event) return refuse(400, "name: not one that is counted");
  const app = context.get(appContext);
  if (typeof event === "string") app.funnel.count(event);
  else if (event.name === "visit")
    app.sourceCounter.count(getVisitSource(event, { gpc: caller.gpc }));
  else if ("article" in event) {
    if (!(await countArticleEvent(app, event)))
      return refuse(400, "article: none that is published has this slug");
  } else if (!(await countQuizEvent(app, event)))
    return refuse(400, "quiz: none that is published has this slug and question");
  return new Response(null, { status: 204 });
}
