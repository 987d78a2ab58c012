import { useEffect, useRef } from "react";
import { callGenerator } from "#app/features/ai/components/admin/call-generator.ts";
import { useGenerationJob } from "#app/features/ai/components/admin/use-generation-job.ts";
import { isUnfinished } from "#app/features/ai/job-schema.ts";
import { GENERATE_FAILED, JOBS_PATH, TOPIC_MISSING } from "../../constants.ts";
import { type GenerateReply, parseArticleJob, parseGenerateReply } from "../../job-schema.ts";
import { type GeneratedArticleOptions, useGeneratedArticle } from "./use-generated-article.ts";

const CANCELLED = "Cancelled.";

const requestArticle = (topic: string) =>
  callGenerator<GenerateReply>({
    name: "generate-advertorial-content",
    body: { topic },
    parse: parseGenerateReply,
    lost: { ok: false, error: GENERATE_FAILED, isLost: true },
  });

/** Requests an article and follows its job, including one from before the page was opened. */
export function useArticleGeneration(options: GeneratedArticleOptions) {
  const { offer, markRequested, insertOrOffer, ...article } = useGeneratedArticle(options);
  const hasRequested = useRef(false);
  const { state, dispatch, fetchJob, ...generation } = useGenerationJob({
    jobsPath: JOBS_PATH,
    parse: parseArticleJob,
    failedMessage: () => GENERATE_FAILED,
    isRequested: isUnfinished,
    onEnd: ({ id, state: end, content }, isStartedHere) => {
      if (end === "done" && content) insertOrOffer({ id, content }, isStartedHere);
      else if (end === "done") dispatch({ type: "refused", message: GENERATE_FAILED });
    },
  });

  useEffect(() => {
    let isUnmounted = false;
    void fetchJob("latest").then((found) => {
      if (isUnmounted || hasRequested.current || !found) return;
      if (isUnfinished(found)) dispatch({ type: "found", job: found });
      else if (found.content) offer({ id: found.id, content: found.content });
    });
    return () => {
      isUnmounted = true;
    };
  }, [fetchJob, dispatch, offer]);

  /** Continues after a reply without an article: its job may still be running, or have ended. */
  const followRefused = async ({ jobId, isLost, error }: Exclude<GenerateReply, { ok: true }>) => {
    // The job from the response, or the latest one when the response was lost.
    const job = jobId || isLost ? await fetchJob(jobId ?? "latest") : null;
    if (job && isUnfinished(job)) return dispatch({ type: "accepted", id: job.id, job });
    if (job?.state === "cancelled") return dispatch({ type: "finished", job, failed: error });
    // An article that was offered before is not the result of this request.
    if (!job?.content || job.id === article.offered?.id)
      return dispatch({ type: "refused", message: error });
    dispatch({ type: "answered" });
    offer({ id: job.id, content: job.content });
  };
  const generate = async (topic: string) => {
    if (!topic.trim()) return dispatch({ type: "refused", message: TOPIC_MISSING });
    hasRequested.current = true;
    markRequested();
    dispatch({ type: "start" });
    const reply = await requestArticle(topic);
    if (!reply.ok) return followRefused(reply);
    dispatch({ type: "answered" });
    insertOrOffer({ id: reply.jobId, content: reply.content }, true);
  };
  return {
    ...generation,
    ...article,
    generate,
    message: state.phase === "ended" && state.job.state === "cancelled" ? CANCELLED : undefined,
  };
}
export type ArticleGeneration = ReturnType<typeof useArticleGeneration>;
