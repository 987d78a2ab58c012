import { useEffect, useRef, useState } from "react";
import { useGenerationJob } from "#app/features/ai/components/admin/use-generation-job.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import { isOpen } from "#app/features/ai/job-schema.ts";
import {
  DIAGNOSES_FAILED,
  DIAGNOSES_REFUSED,
  GENERATE_FAILED,
  GENERATE_REFUSED,
  GENERATED_WITH_ERRORS,
  JOBS_PATH,
  TOPIC_MISSING,
} from "../../../constants.ts";
import type { QuizValues } from "../../../editor/editor-schema.ts";
import {
  type DiagnosesStarted,
  type GenerationResult,
  type Job,
  parseDiagnosesStarted,
  parseGenerationResult,
  parseJob,
  type StartedWork,
} from "../../job-schema.ts";
import { parseGeneratedQuiz } from "../../parse-generated-quiz.ts";
import { callGenerator } from "./call-generator.ts";
import { isQuizStage, usePacedStages } from "./use-paced-stages.ts";

const CANCELLED = "Cancelled. What was finished before is kept.";

export type QuizOrder = { topic: string; numQuestions: number; serviceType: string };

const requestQuiz = (body: QuizOrder) =>
  callGenerator<GenerationResult>({
    name: "orchestrate-quiz-generation",
    body,
    read: parseGenerationResult,
    refused: GENERATE_REFUSED,
    failed: GENERATE_FAILED,
  });
const requestDiagnoses = (quizId: string | null) =>
  callGenerator<DiagnosesStarted>({
    name: "generate-quiz-diagnoses",
    body: { quiz_id: quizId },
    read: parseDiagnosesStarted,
    refused: DIAGNOSES_REFUSED,
    failed: DIAGNOSES_FAILED,
  });

/** Work that a response reported without a job: it is done. */
const finishedJob = ({ done, total }: StartedWork): Job => ({
  id: "",
  kind: "diagnoses",
  state: "done",
  stage: STAGES.scenarios,
  error: null,
  failures: 0,
  quiz: null,
  done,
  total,
});

const endMessage = ({ state, failures }: Job) => {
  if (state === "cancelled") return CANCELLED;
  return failures > 0 ? GENERATED_WITH_ERRORS : null;
};

type GenerationOptions = {
  quizId: string | null;
  /** The work that generated the quiz, if the page was opened with it. */
  startedWork: StartedWork | undefined;
  /** Opens the generated quiz; `generated` is the quiz from the response. */
  onQuiz: (slug: string, startedWork: StartedWork, generated?: QuizValues) => void;
  onDone: () => void;
};

/** Generates a quiz or its diagnoses and follows the job, including one from before the page. */
export function useGeneration({ quizId, startedWork, onQuiz, onDone }: GenerationOptions) {
  const paced = usePacedStages();
  const [requested, setRequested] = useState<"quiz" | "diagnoses">("diagnoses");
  // The callbacks do nothing once the page was left.
  const isMounted = useRef(true);
  const { state, dispatch, fetchJob, ...progress } = useGenerationJob({
    jobsPath: JOBS_PATH,
    parse: parseJob,
    failedMessage: ({ kind }) => (kind === "quiz" ? GENERATE_FAILED : DIAGNOSES_FAILED),
    openedWith: startedWork,
    isRequested: requested === "quiz" ? (job) => job.kind === "quiz" && isOpen(job) : undefined,
    // The quiz of a job that this page only followed exists now: its editor shows the rest.
    onFollowed: ({ id, quiz, done, total }) => {
      if (quizId || !quiz) return false;
      onQuiz(quiz.slug, { jobId: id, done, total });
      return true;
    },
    onShown: (job) => {
      if (job.state === "done") onDone();
    },
  });

  /** The unfinished job of this quiz, or the quiz that is being generated. */
  const fetchOpen = async () => {
    const job = await fetchJob(`latest${quizId ? `?quiz=${quizId}` : ""}`);
    if (!job || !isOpen(job)) return null;
    const isOurs = quizId ? job.quiz?.id === quizId : job.kind === "quiz" && !job.quiz;
    return isOurs ? job : null;
  };
  /** A response without a job id refers to the unfinished job, or to finished work. */
  const follow = async (work: StartedWork) => {
    if (work.jobId) return dispatch({ type: "accepted", id: work.jobId });
    const job = await fetchOpen();
    if (job) dispatch({ type: "accepted", id: job.id, job });
    else dispatch({ type: "finished", job: finishedJob(work), failed: DIAGNOSES_FAILED });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    isMounted.current = true;
    if (!startedWork)
      void fetchOpen().then((job) => {
        if (job) dispatch({ type: "found", job });
      });
    else if (!startedWork.jobId) void follow(startedWork);
    return () => {
      isMounted.current = false;
    };
  }, []);

  const start = async <A extends { ok: true } | { ok: false; error: string }>(
    kind: "quiz" | "diagnoses",
    request: () => Promise<A>,
  ): Promise<A> => {
    setRequested(kind);
    dispatch({ type: "start" });
    if (kind === "quiz") paced.begin();
    const answer = await request();
    if (answer.ok) await paced.finish();
    else {
      paced.stop();
      dispatch({ type: "refused", message: answer.error });
    }
    return answer;
  };
  const startingStage = state.phase === "starting" ? state.job?.stage : undefined;
  const { reach } = paced;
  useEffect(() => {
    if (startingStage) reach(startingStage);
  }, [startingStage, reach]);
  // The earlier stages were shown before the quiz's page was opened.
  const stage = startedWork && isQuizStage(progress.job?.stage) ? STAGES.scenarios : undefined;
  return {
    ...progress,
    /** The job to show; a cancelled one shows its message alone. */
    job: state.phase === "ended" && state.job.state === "cancelled" ? null : progress.job,
    stage:
      paced.stage ??
      (state.phase === "ended" ? endMessage(state.job) : null) ??
      stage ??
      progress.job?.stage ??
      (progress.isBusy || progress.isLate
        ? startedWork
          ? STAGES.scenarios
          : STAGES.preparing
        : null),
    generateQuiz: async (order: QuizOrder) => {
      if (!order.topic.trim()) return dispatch({ type: "refused", message: TOPIC_MISSING });
      const answer = await start("quiz", () => requestQuiz(order));
      if (answer.ok && isMounted.current)
        onQuiz(
          answer.quiz.slug,
          answer.startedWork,
          parseGeneratedQuiz(answer.quiz, order.serviceType),
        );
    },
    generateDiagnoses: async () => {
      const answer = await start("diagnoses", () => requestDiagnoses(quizId));
      if (answer.ok) await follow(answer);
    },
  };
}
export type Generation = ReturnType<typeof useGeneration>;
