import { useCallback, useEffect, useRef, useState } from "react";
import { fetchJob, usePolledJob } from "#app/features/ai/components/staff/use-polled-job.ts";
import { isOpen } from "#app/features/ai/job-schema.ts";
import { DIAGNOSES_FAILED, GENERATE_FAILED, GENERATED_WITH_ERRORS, JOBS_PATH } from "../../constants.ts";
import { type Job, readJob } from "../../job-schema.ts";

/** What is said of a run that is over, so long. */
const MESSAGE_MS = 2_000;
const FIRST_STAGE = "Preparing comprehensive AI analysis...";
const CANCELLED = "Cancelled. What was finished before is kept.";

export type FollowOptions = {
  quizId: string | null;
  /** A run that the page was opened with. */
  jobId: string | undefined;
  onQuiz: (slug: string, jobId: string) => void;
  onDone: () => void;
  onFail: (message: string) => void;
};
/** Whose progress is looked at: one job to its end, or whichever of a kind is open. */
type Watch = { path: string; kind?: string; untilEnd: boolean };

/** The progress of a run, also of one that was begun before the page was opened. */
export function useFollowedJob({ quizId, jobId, onQuiz, onDone, onFail }: FollowOptions) {
  const [watch, setWatch] = useState<Watch | null>(jobId ? { path: `${JOBS_PATH}/${jobId}`, untilEnd: true } : null);
  const [job, setJob] = useState<Job | null>(null);
  const [message, setMessage] = useState<string | null>(jobId ? FIRST_STAGE : null);
  const [isLate, setLate] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  const goOn = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(goOn.current), []);

  const show = (now: Job | null, text: string | null) => {
    setJob(now);
    setMessage(text);
  };
  const follow = useCallback((id: string) => setWatch({ path: `${JOBS_PATH}/${id}`, untilEnd: true }), []);
  const end = (over: Job) => {
    setWatch(null);
    const isDone = over.state === "done";
    show(isDone ? over : null, over.state === "cancelled" ? CANCELLED : isDone && over.failures > 0 ? GENERATED_WITH_ERRORS : null);
    if (over.state === "failed") onFail(over.error || (over.kind === "quiz" ? GENERATE_FAILED : DIAGNOSES_FAILED));
    goOn.current = setTimeout(() => {
      show(null, null);
      if (isDone) done.current();
    }, MESSAGE_MS);
  };

  useEffect(() => {
    if (jobId) return;
    void fetchJob(`${JOBS_PATH}/latest${quizId ? `?quiz=${quizId}` : ""}`, readJob).then((open) => {
      if (!open || !isOpen(open) || (quizId ? open.quiz?.id !== quizId : open.kind !== "quiz" || open.quiz)) return;
      setJob(open);
      follow(open.id);
    });
  }, [quizId, jobId, follow]);

  const see = (now: Job | null) => {
    if (!now || !watch || !(watch.untilEnd || (isOpen(now) && now.kind === watch.kind))) return;
    setJob(now);
    if (!watch.untilEnd) return;
    // The quiz of a run that this page only looked in on is there: its editor goes on with the rest.
    if (!quizId && now.quiz) onQuiz(now.quiz.slug, now.id);
    else if (!isOpen(now)) end(now);
  };
  usePolledJob({
    path: watch?.path ?? null,
    read: readJob,
    onJob: see,
    onLate: () => {
      setLate(true);
      setWatch(null);
    },
  });

  return {
    ...{ job, message, isLate, follow },
    isFollowing: watch !== null,
    /** A run is being asked for; until it has a name, the newest open one of its kind is shown. */
    expect: (kind: "quiz" | "diagnoses") => {
      clearTimeout(goOn.current);
      setLate(false);
      show(null, FIRST_STAGE);
      if (kind === "quiz") setWatch({ path: `${JOBS_PATH}/latest`, kind, untilEnd: false });
    },
    forget: () => {
      setWatch(null);
      show(null, null);
    },
  };
}
