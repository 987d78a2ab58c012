import { useEffect, useRef, useState } from "react";
import {
  postJobIntent,
  useGenerationJob,
} from "#app/features/ai/components/admin/use-generation-job.ts";
import { isOpen } from "#app/features/ai/job-schema.ts";
import type { ArticleContent } from "../../article-schema.ts";
import { GENERATE_FAILED, JOBS_PATH, TOPIC_MISSING } from "../../constants.ts";
import { type Generated, parseArticleJob, parseGenerated } from "../../job-schema.ts";

const CANCELLED = "Cancelled.";

const requestArticle = (topic: string): Promise<Generated> =>
  fetch("/functions/v1/generate-advertorial-content", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ topic }),
  })
    .then((response) => response.json().catch(() => null))
    .then(parseGenerated)
    .catch(() => ({ ok: false, error: GENERATE_FAILED, isLost: true }));

/** `id` of the job, if known. */
type Offered = { id: string | null; title: string | null; content: ArticleContent };

type GenerationOptions = {
  /** Current values of the editor. */
  editorValues: unknown;
  /** While true, nothing is inserted into the editor. */
  isLocked: boolean;
  onContent: (content: ArticleContent) => void;
};

/**
 * Requests an article and follows the job, including one that was started before the page was
 * opened. An article requested here is inserted with `onContent`. An article requested elsewhere
 * may be meant for another advertorial, so it is only offered; the same applies when somebody typed
 * meanwhile.
 */
export function useArticleGeneration(options: GenerationOptions) {
  const [offered, setOffered] = useState<Offered>();
  const latest = useRef(options);
  latest.current = options;
  /** Values of the editor when the job was started. */
  const valuesAtStart = useRef(options.editorValues);
  const hasStarted = useRef(false);
  const isUnmounted = useRef(false);

  const dismiss = ({ id }: Pick<Offered, "id">) => {
    setOffered(undefined);
    if (id) void postJobIntent(`${JOBS_PATH}/${id}`, "taken");
  };
  const insertArticle = (of: Pick<Offered, "id">, content: ArticleContent) => {
    latest.current.onContent(content);
    dismiss(of);
  };
  const finish = (id: string | null, content: ArticleContent, isStartedHere: boolean) => {
    // A closed editor inserts nothing: the next one offers the article.
    if (isUnmounted.current) return;
    const isUntouched =
      latest.current.editorValues === valuesAtStart.current && !latest.current.isLocked;
    if (isStartedHere && isUntouched) insertArticle({ id }, content);
    else setOffered({ id, content, title: content.hero.title });
  };
  const { state, dispatch, fetchJob, isBusy, cancel, ...generation } = useGenerationJob({
    jobsPath: JOBS_PATH,
    parse: parseArticleJob,
    failedMessage: () => GENERATE_FAILED,
    isRequested: isOpen,
    onEnd: ({ id, state: end, content }, isStartedHere) => {
      if (end === "done" && content) finish(id, content, isStartedHere);
      else if (end === "done") dispatch({ type: "refused", message: GENERATE_FAILED });
    },
  });

  useEffect(() => {
    isUnmounted.current = false;
    void fetchJob("latest").then((found) => {
      if (isUnmounted.current || hasStarted.current || !found) return;
      if (isOpen(found)) dispatch({ type: "found", job: found });
      else if (found.content)
        setOffered({ id: found.id, title: found.title, content: found.content });
    });
    return () => {
      isUnmounted.current = true;
    };
  }, [fetchJob, dispatch]);

  /** What became of a request that was not answered with an article. */
  const continueAfter = async (answer: Exclude<Generated, { ok: true }>) => {
    // The job from the response, or the latest one when the response was lost.
    const started = answer.jobId || answer.isLost ? await fetchJob(answer.jobId ?? "latest") : null;
    if (started && isOpen(started))
      return dispatch({ type: "accepted", id: started.id, job: started });
    if (started?.state === "cancelled")
      return dispatch({ type: "finished", job: started, failed: answer.error });
    // An article that was offered before is not the result of this request.
    if (!started?.content || started.id === offered?.id)
      return dispatch({ type: "refused", message: answer.error });
    dispatch({ type: "answered" });
    setOffered({ id: started.id, title: started.title, content: started.content });
  };
  const generate = async (topic: string) => {
    if (!topic.trim()) return dispatch({ type: "refused", message: TOPIC_MISSING });
    hasStarted.current = true;
    valuesAtStart.current = latest.current.editorValues;
    dispatch({ type: "start" });
    const answer = await requestArticle(topic);
    if (!answer.ok) return continueAfter(answer);
    dispatch({ type: "answered" });
    finish(answer.jobId, answer.content, true);
  };
  return {
    ...generation,
    ...{ isBusy, cancel, offered, generate, insertArticle },
    message: state.phase === "ended" && state.job.state === "cancelled" ? CANCELLED : undefined,
    /** Dismisses the offered article. */
    dismiss: () => {
      if (offered) dismiss(offered);
    },
  };
}
export type ArticleGeneration = ReturnType<typeof useArticleGeneration>;
