import { useEffect, useState } from "react";
import { callGenerator } from "#app/features/ai/components/admin/call-generator.ts";
import { useIsMounted } from "#app/features/ai/components/admin/use-is-mounted.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import {
  DIAGNOSES_FAILED,
  DIAGNOSES_REFUSED,
  GENERATE_FAILED,
  GENERATE_REFUSED,
  GENERATED_WITH_ERRORS,
  TOPIC_MISSING,
} from "../../../constants.ts";
import {
  type DiagnosesStarted,
  type GenerationResult,
  type Job,
  parseDiagnosesStarted,
  parseGenerationResult,
} from "../../job-schema.ts";
import { parseGeneratedQuiz } from "../../parse-generated-quiz.ts";
import type { QuizRequest } from "../../quiz-generator.ts";
import { isQuizStage, usePacedStages } from "./use-paced-stages.ts";
import { type QuizJobOptions, useQuizJob } from "./use-quiz-job.ts";

type QuizJob = ReturnType<typeof useQuizJob>;

const CANCELLED = "Cancelled. What was finished before is kept.";

const requestQuiz = (body: QuizRequest) =>
  callGenerator<GenerationResult>({
    name: "orchestrate-quiz-generation",
    body,
    parse: (reply) => parseGenerationResult(reply, GENERATE_REFUSED),
    lost: { ok: false, error: GENERATE_FAILED },
  });
const requestDiagnoses = (quizId: string | null) =>
  callGenerator<DiagnosesStarted>({
    name: "generate-quiz-diagnoses",
    body: { quiz_id: quizId },
    parse: (reply) => parseDiagnosesStarted(reply, DIAGNOSES_REFUSED),
    lost: { ok: false, error: DIAGNOSES_FAILED },
  });

const endMessage = ({ state, failures }: Job) => {
  if (state === "cancelled") return CANCELLED;
  return failures > 0 ? GENERATED_WITH_ERRORS : null;
};

/** The sentence about the progress; null while there is nothing to say. */
function describeStage(
  { state, job, isBusy, isLate }: Pick<QuizJob, "state" | "job" | "isBusy" | "isLate">,
  wasStartedBefore: boolean,
): string | null {
  const ended = state.phase === "ended" ? endMessage(state.job) : null;
  if (ended) return ended;
  // The earlier stages were shown before the quiz's page was opened.
  if (job) return wasStartedBefore && isQuizStage(job.stage) ? STAGES.scenarios : job.stage;
  if (!isBusy && !isLate) return null;
  return wasStartedBefore ? STAGES.scenarios : STAGES.preparing;
}

/** Generates a quiz or its diagnoses and follows the job. */
export function useGeneration(options: QuizJobOptions) {
  const { quizId, startedWork, onQuiz } = options;
  const paced = usePacedStages();
  const [requested, setRequested] = useState<"quiz" | "diagnoses">("diagnoses");
  const { dispatch, follow, ...progress } = useQuizJob(options, requested);
  const { state } = progress;
  const isMounted = useIsMounted();
  const startingStage = state.phase === "starting" ? state.job?.stage : undefined;
  const { reach } = paced;
  useEffect(() => {
    if (startingStage) reach(startingStage);
  }, [startingStage, reach]);

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
  const generateQuiz = async (request: QuizRequest) => {
    if (!request.topic.trim()) return dispatch({ type: "refused", message: TOPIC_MISSING });
    const answer = await start("quiz", () => requestQuiz(request));
    if (!answer.ok || !isMounted.current) return;
    const { quiz, startedWork: work } = answer;
    onQuiz(quiz.slug, work, parseGeneratedQuiz(quiz, request.serviceType));
  };
  const generateDiagnoses = async () => {
    const answer = await start("diagnoses", () => requestDiagnoses(quizId));
    if (answer.ok) await follow(answer);
  };
  return {
    ...progress,
    generateQuiz,
    generateDiagnoses,
    /** The job to show; a cancelled one shows its message alone. */
    job: state.phase === "ended" && state.job.state === "cancelled" ? null : progress.job,
    stage: paced.stage ?? describeStage(progress, startedWork !== undefined),
  };
}
export type Generation = ReturnType<typeof useGeneration>;
