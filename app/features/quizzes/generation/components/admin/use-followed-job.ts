import { useCallback, useEffect, useRef, useState } from "react";
import { fetchJob, usePolledJob } from "#app/features/ai/components/admin/use-polled-job.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import { isOpen } from "#app/features/ai/job-schema.ts";
import { paceStages } from "#app/features/ai/pace-stages.ts";
import {
  DIAGNOSES_FAILED,
  GENERATE_FAILED,
  GENERATED_WITH_ERRORS,
  JOBS_PATH,
} from "../../../constants.ts";
import type { QuizValues } from "../../../editor/editor-schema.ts";
import { type Job, parseJob, type StartedWork } from "../../job-schema.ts";

/** How long the final message is shown. */
const MESSAGE_MS = 2_000;
/** Stages before the scenarios are generated; each is shown. */
const QUIZ_STAGES: readonly string[] = [
  STAGES.preparing,
  STAGES.researching,
  STAGES.processing,
  STAGES.formatting,
];
const CANCELLED = "Cancelled. What was finished before is kept.";

export type FollowOptions = {
  quizId: string | null;
  /** The job that generated the quiz, if the page was opened with it. */
  startedWork: StartedWork | undefined;
  /** Opens the generated quiz; `generated` is the quiz from the response. */
  onQuiz: (slug: string, startedWork: StartedWork, generated?: QuizValues) => void;
  onDone: () => void;
  onFail: (message: string) => void;
};
/** Which job is polled: one job to its end, or the latest unfinished one of a kind. */
type Watch = { path: string; kind?: string; untilEnd: boolean };

/** Progress of a job, including one that was started before the page was opened. */
export function useFollowedJob({ quizId, startedWork, onQuiz, onDone, onFail }: FollowOptions) {
  const [watch, setWatch] = useState<Watch | null>(
    startedWork?.jobId ? { path: `${JOBS_PATH}/${startedWork.jobId}`, untilEnd: true } : null,
  );
  const [job, setJob] = useState<Job | null>(null);
  const [message, setMessage] = useState<string | null>(startedWork ? STAGES.scenarios : null);
  const pace = useRef<ReturnType<typeof paceStages>>(undefined);
  useEffect(() => () => pace.current?.stop(), []);
  /** The stage shown while a quiz is generated: one after another, however fast the job is. */
  const [paced, setPaced] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const done = useRef(onDone);
  done.current = onDone;
  const endTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(endTimer.current), []);

  const show = (now: Job | null, text: string | null) => {
    setJob(now);
    setMessage(text);
  };
  const followJob = useCallback(
    (id: string) => setWatch({ path: `${JOBS_PATH}/${id}`, untilEnd: true }),
    [],
  );
  const end = (over: Job) => {
    setWatch(null);
    const isDone = over.state === "done";
    show(
      isDone ? over : null,
      over.state === "cancelled"
        ? CANCELLED
        : isDone && over.failures > 0
          ? GENERATED_WITH_ERRORS
          : null,
    );
    if (over.state === "failed")
      onFail(over.error || (over.kind === "quiz" ? GENERATE_FAILED : DIAGNOSES_FAILED));
    endTimer.current = setTimeout(() => {
      show(null, null);
      if (isDone) done.current();
    }, MESSAGE_MS);
  };

  const findOpen = useCallback(async () => {
    const open = await fetchJob(`${JOBS_PATH}/latest${quizId ? `?quiz=${quizId}` : ""}`, parseJob);
    if (
      !open ||
      !isOpen(open) ||
      (quizId ? open.quiz?.id !== quizId : open.kind !== "quiz" || open.quiz)
    )
      return false;
    setJob(open);
    followJob(open.id);
    return true;
  }, [quizId, followJob]);
  /**
   * Follows a job to its end. A response without a job id refers to the unfinished job, or to
   * finished work.
   */
  const follow = async ({ jobId, done: made, total }: StartedWork) => {
    if (jobId) return followJob(jobId);
    if (await findOpen()) return;
    end({
      id: "",
      kind: "diagnoses",
      state: "done",
      stage: STAGES.scenarios,
      error: null,
      failures: 0,
      quiz: null,
      done: made,
      total,
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (!startedWork) void findOpen();
    else if (!startedWork.jobId) void follow(startedWork);
  }, []);

  const handleJob = (now: Job | null) => {
    if (!now || !watch || !(watch.untilEnd || (isOpen(now) && now.kind === watch.kind))) return;
    // The earlier stages were shown before the quiz's page was opened.
    setJob(
      startedWork && QUIZ_STAGES.includes(now.stage) ? { ...now, stage: STAGES.scenarios } : now,
    );
    if (!watch.untilEnd) return pace.current?.reach(now.stage);
    // The quiz of a job that this page only followed exists now: its editor shows the rest.
    if (!quizId && now.quiz)
      onQuiz(now.quiz.slug, { jobId: now.id, done: now.done, total: now.total });
    else if (!isOpen(now)) end(now);
  };
  usePolledJob({
    path: watch?.path ?? null,
    read: parseJob,
    onJob: handleJob,
    onTimeout: () => {
      setLate(true);
      setWatch(null);
    },
  });

  return {
    ...{ job, message, isLate, follow, paced },
    isFollowing: watch !== null,
    /**
     * A job is being started; until its id is known, the latest unfinished one of its kind is
     * shown.
     */
    expect: (kind: "quiz" | "diagnoses") => {
      clearTimeout(endTimer.current);
      setLate(false);
      show(null, STAGES.preparing);
      if (kind !== "quiz") return;
      setWatch({ path: `${JOBS_PATH}/latest`, kind, untilEnd: false });
      pace.current = paceStages(QUIZ_STAGES, setPaced);
    },
    /** The quiz exists: the remaining stages are shown first. */
    showAll: async () => {
      await pace.current?.finish();
      pace.current = undefined;
    },
    forget: () => {
      pace.current?.stop();
      setPaced(null);
      setWatch(null);
      show(null, null);
    },
  };
}
