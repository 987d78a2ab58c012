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

/** What is said of a run that is over, so long. */
const MESSAGE_MS = 2_000;
/** What a quiz goes through before its scenarios are generated; each is shown. */
const QUIZ_STAGES: readonly string[] = [
  STAGES.preparing,
  STAGES.researching,
  STAGES.processing,
  STAGES.formatting,
];
const CANCELLED = "Cancelled. What was finished before is kept.";

export type FollowOptions = {
  quizId: string | null;
  /** The run that made the quiz, where the page was opened with it. */
  startedWork: StartedWork | undefined;
  /** Opens the quiz that was made; `made` is what the answer itself says of it. */
  onQuiz: (slug: string, startedWork: StartedWork, generated?: QuizValues) => void;
  onDone: () => void;
  onFail: (message: string) => void;
};
/** Whose progress is looked at: one job to its end, or whichever of a kind is open. */
type Watch = { path: string; kind?: string; untilEnd: boolean };

/** The progress of a run, also of one that was started before the page was opened. */
export function useFollowedJob({ quizId, startedWork, onQuiz, onDone, onFail }: FollowOptions) {
  const [watch, setWatch] = useState<Watch | null>(
    startedWork?.jobId ? { path: `${JOBS_PATH}/${startedWork.jobId}`, untilEnd: true } : null,
  );
  const [job, setJob] = useState<Job | null>(null);
  const [message, setMessage] = useState<string | null>(startedWork ? STAGES.scenarios : null);
  const pace = useRef<ReturnType<typeof paceStages>>(undefined);
  useEffect(() => () => pace.current?.stop(), []);
  /**
   * The stage that is shown while a quiz is being made: one after the other, whatever the job says.
   */
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
   * Follows work to its end. An answer that names no job is about the one that is open, or about
   * work that is done.
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
    // The way to the quiz has been shown before its page was opened.
    setJob(
      startedWork && QUIZ_STAGES.includes(now.stage) ? { ...now, stage: STAGES.scenarios } : now,
    );
    if (!watch.untilEnd) return pace.current?.reach(now.stage);
    // The quiz of a run that this page only looked in on is there: its editor goes on with the
    // rest.
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
    /** A run is being asked for; until it has a name, the newest open one of its kind is shown. */
    expect: (kind: "quiz" | "diagnoses") => {
      clearTimeout(endTimer.current);
      setLate(false);
      show(null, STAGES.preparing);
      if (kind !== "quiz") return;
      setWatch({ path: `${JOBS_PATH}/latest`, kind, untilEnd: false });
      pace.current = paceStages(QUIZ_STAGES, setPaced);
    },
    /** The quiz is there: what has not been shown yet of the way to it is shown first. */
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
