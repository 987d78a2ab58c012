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

/** How long it stands that a run was stopped. */
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
 * The job of an order that was not answered with its article: the one it names, or the newest where
 * a proxy or the line swallowed the answer.
 */
const findStartedJob = async ({
  jobId,
  isLost,
}: Exclude<Generated, { ok: true }>): Promise<ArticleJob | null> =>
  jobId || isLost ? fetchJob(`${JOBS_PATH}/${jobId ?? "latest"}`, parseArticleJob) : null;

/**
 * Whose progress is looked at: one job to its end, or whichever the answer that is waited for has
 * begun; `isStartedHere` where this editor ordered it.
 */
type Watch = { path: string; untilEnd: boolean; isStartedHere: boolean };

/** `id` of its job, where that is known. */
type Offered = { id: string | null; title: string | null; content: ArticleContent };

const buildJobWatch = ({ id }: Pick<ArticleJob, "id">, isStartedHere: boolean): Watch => ({
  path: `${JOBS_PATH}/${id}`,
  untilEnd: true,
  isStartedHere,
});

type GenerationOptions = {
  /** What is in the editor now. */
  editorValues: unknown;
  /** Nothing may come into the editor now. */
  isLocked: boolean;
  onContent: (content: ArticleContent) => void;
};

/**
 * Orders an article and follows the work, also work that was begun before the page was opened.
 * `onContent` hears of an article that was ordered here and waited for. One that was ordered
 * elsewhere may be meant for another article: it is only offered, and so is one that came while
 * somebody typed.
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
  /** What was in the editor when the work was ordered. */
  const valuesAtStart = useRef(options.editorValues);
  const hasStarted = useRef(false);
  const isUnmounted = useRef(false);

  const insertArticle = (of: { id: string | null }, content: ArticleContent) => {
    latest.current.onContent(content);
    setOffered(undefined);
    void postJobIntent(of, "taken");
  };
  const finish = (id: string | null, content: ArticleContent, isStartedHere: boolean) => {
    // An editor that was left takes nothing: the next one offers it.
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
    // What was offered before is no answer to this order.
    else if (startedJob?.content && startedJob.id !== offered?.id)
      setOffered({ id: startedJob.id, title: startedJob.title, content: startedJob.content });
    else setError(answer.error);
  };
  return {
    clearError: () => setError(undefined),
    ...{ job, message, error, isLate, offered, generate, insertArticle },
    isBusy: isStarting || watch !== null,
    cancel: () => (job ? postJobIntent(job, "cancel") : null),
    /** What is offered is not wanted. */
    dismiss: () => {
      if (offered) void postJobIntent(offered, "taken");
      setOffered(undefined);
    },
  };
}
export type ArticleGeneration = ReturnType<typeof useArticleGeneration>;
