import { useEffect, useRef, useState } from "react";
import { fetchJob, usePolledJob } from "#app/features/ai/components/admin/use-polled-job.ts";
import { isOpen } from "#app/features/ai/job-schema.ts";
import type { ArticleContent } from "../../article-schema.ts";
import { GENERATE_FAILED, JOBS_PATH, TOPIC_MISSING } from "../../constants.ts";
import {
  type ArticleJob,
  type Generated,
  parseArticleJob,
  parseGenerated,
} from "../../job-schema.ts";

/** How long the message about a cancelled job is shown. */
const MESSAGE_MS = 2_000;
const CANCELLED = "Cancelled.";

const postJobIntent = async ({ id }: { id: string | null }, intent: "cancel" | "taken") => {
  if (id)
    await fetch(`${JOBS_PATH}/${id}`, {
      method: "POST",
      body: new URLSearchParams({ intent }),
    }).catch(() => null);
};

const requestArticle = (topic: string): Promise<Generated> =>
  fetch("/functions/v1/generate-advertorial-content", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ topic }),
  })
    .then((response) => response.json().catch(() => null))
    .then(parseGenerated)
    .catch(() => ({ ok: false, error: GENERATE_FAILED, isLost: true }));

/**
 * Finds the job of a request that was not answered with an article: the job from the response, or
 * the latest one when the response was lost.
 */
const findStartedJob = async ({
  jobId,
  isLost,
}: Exclude<Generated, { ok: true }>): Promise<ArticleJob | null> =>
  jobId || isLost ? fetchJob(`${JOBS_PATH}/${jobId ?? "latest"}`, parseArticleJob) : null;

/**
 * Which job is polled: one job to its end, or the latest unfinished one while a request is pending.
 * `isStartedHere`: this editor started it.
 */
type Watch = { path: string; untilEnd: boolean; isStartedHere: boolean };

/** `id` of the job, if known. */
type Offered = { id: string | null; title: string | null; content: ArticleContent };

const buildJobWatch = ({ id }: Pick<ArticleJob, "id">, isStartedHere: boolean): Watch => ({
  path: `${JOBS_PATH}/${id}`,
  untilEnd: true,
  isStartedHere,
});

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
  const [isStarting, setStarting] = useState(false);
  const [watch, setWatch] = useState<Watch | null>(null);
  const [job, setJob] = useState<ArticleJob | null>(null);
  const [message, setMessage] = useState<string>();
  const [error, setError] = useState<string>();
  const [isLate, setLate] = useState(false);
  const [offered, setOffered] = useState<Offered>();
  const latest = useRef(options);
  latest.current = options;
  /** Values of the editor when the job was started. */
  const valuesAtStart = useRef(options.editorValues);
  const hasStarted = useRef(false);
  const isUnmounted = useRef(false);

  const insertArticle = (of: { id: string | null }, content: ArticleContent) => {
    latest.current.onContent(content);
    setOffered(undefined);
    void postJobIntent(of, "taken");
  };
  const finish = (id: string | null, content: ArticleContent, isStartedHere: boolean) => {
    // A closed editor inserts nothing: the next one offers the article.
    if (isUnmounted.current) return;
    const isUntouched =
      latest.current.editorValues === valuesAtStart.current && !latest.current.isLocked;
    if (isStartedHere && isUntouched) insertArticle({ id }, content);
    else setOffered({ id, content, title: content.hero.title });
  };

  useEffect(() => {
    isUnmounted.current = false;
    void fetchJob(`${JOBS_PATH}/latest`, parseArticleJob).then((found) => {
      if (isUnmounted.current || hasStarted.current || !found) return;
      if (isOpen(found)) setWatch(buildJobWatch(found, false));
      else if (found.content)
        setOffered({ id: found.id, title: found.title, content: found.content });
    });
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const end = (over: ArticleJob, isStartedHere: boolean) => {
    setWatch(null);
    setJob(null);
    if (over.state === "done" && over.content) finish(over.id, over.content, isStartedHere);
    else if (over.state === "cancelled") setMessage(CANCELLED);
    else setError(over.error || GENERATE_FAILED);
  };
  usePolledJob({
    path: watch?.path ?? null,
    read: parseArticleJob,
    onJob: (now) => {
      if (!now || !watch || !(watch.untilEnd || isOpen(now))) return;
      setJob(now);
      if (watch.untilEnd && !isOpen(now)) end(now, watch.isStartedHere);
    },
    onTimeout: () => {
      setLate(true);
      setWatch(null);
    },
  });

  const generate = async (topic: string) => {
    setError(undefined);
    setLate(false);
    if (!topic.trim()) return setError(TOPIC_MISSING);
    setStarting(true);
    hasStarted.current = true;
    valuesAtStart.current = latest.current.editorValues;
    setWatch({ path: `${JOBS_PATH}/latest`, untilEnd: false, isStartedHere: true });
    const answer = await requestArticle(topic);
    const startedJob = answer.ok ? null : await findStartedJob(answer);
    setStarting(false);
    setWatch(null);
    setJob(null);
    if (answer.ok) return finish(answer.jobId, answer.content, true);
    if (startedJob && isOpen(startedJob)) setWatch(buildJobWatch(startedJob, true));
    else if (startedJob?.state === "cancelled") setMessage(CANCELLED);
    // An article that was offered before is not the result of this request.
    else if (startedJob?.content && startedJob.id !== offered?.id)
      setOffered({ id: startedJob.id, title: startedJob.title, content: startedJob.content });
    else setError(answer.error);
  };
  return {
    clearError: () => setError(undefined),
    ...{ job, message, error, isLate, offered, generate, insertArticle },
    isBusy: isStarting || watch !== null,
    cancel: () => (job ? postJobIntent(job, "cancel") : null),
    /** Dismisses the offered article. */
    dismiss: () => {
      if (offered) void postJobIntent(offered, "taken");
      setOffered(undefined);
    },
  };
}
export type ArticleGeneration = ReturnType<typeof useArticleGeneration>;
