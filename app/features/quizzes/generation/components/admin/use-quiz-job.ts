import { useEffect } from "react";
import { useGenerationJob } from "#app/features/ai/components/admin/use-generation-job.ts";
import { STAGES } from "#app/features/ai/constants.ts";
import { isUnfinished } from "#app/features/ai/job-schema.ts";
import { DIAGNOSES_FAILED, GENERATE_FAILED, JOBS_PATH } from "../../../constants.ts";
import type { QuizValues } from "../../../editor/editor-schema.ts";
import { type Job, parseJob, type StartedWork } from "../../job-schema.ts";

export type QuizJobOptions = {
  quizId: string | null;
  /** The work that generated the quiz, if the page was opened with it. */
  startedWork: StartedWork | undefined;
  /** Opens the generated quiz; `generated` is the quiz from the response. */
  onQuiz: (slug: string, startedWork: StartedWork, generated?: QuizValues) => void;
  onDone: () => void;
};

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

/**
 * The job that generates a quiz or its diagnoses, including one from before the page.
 * @param requested what was requested on this page
 */
export function useQuizJob(
  { quizId, startedWork, onQuiz, onDone }: QuizJobOptions,
  requested: "quiz" | "diagnoses",
) {
  const { dispatch, fetchJob, ...progress } = useGenerationJob({
    jobsPath: JOBS_PATH,
    parse: parseJob,
    failedMessage: ({ kind }) => (kind === "quiz" ? GENERATE_FAILED : DIAGNOSES_FAILED),
    initialWork: startedWork,
    isRequested:
      requested === "quiz" ? (job) => job.kind === "quiz" && isUnfinished(job) : undefined,
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
  const fetchUnfinished = async () => {
    const job = await fetchJob(`latest${quizId ? `?quiz=${quizId}` : ""}`);
    if (!job || !isUnfinished(job)) return null;
    const isOurs = quizId ? job.quiz?.id === quizId : job.kind === "quiz" && !job.quiz;
    return isOurs ? job : null;
  };
  /** A response without a job id refers to the unfinished job, or to finished work. */
  const follow = async (work: StartedWork) => {
    if (work.jobId) return dispatch({ type: "accepted", id: work.jobId });
    const job = await fetchUnfinished();
    if (job) dispatch({ type: "accepted", id: job.id, job });
    else dispatch({ type: "finished", job: finishedJob(work), failed: DIAGNOSES_FAILED });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (!startedWork)
      void fetchUnfinished().then((job) => {
        if (job) dispatch({ type: "found", job });
      });
    else if (!startedWork.jobId) void follow(startedWork);
  }, []);
  return { dispatch, follow, ...progress };
}
