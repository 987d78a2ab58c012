import type { JobRun } from "#app/features/ai/run-jobs.server.ts";
import type { Question } from "../schema.ts";
import type { DraftRow, QuizDraft } from "./build-quiz.ts";
import type { GeneratedModel } from "./draft-diagnosis.ts";

export type QuizRequest = { topic: string; numQuestions: number; serviceType: string };
/** A stored quiz that needs diagnoses. */
export type QuizToFill = {
  id: string;
  title: string;
  description: string;
  serviceType: string;
  topic: string | null;
  questions: Question[];
};

/**
 * Interface of the built-in generator and of a model. Each method may be called again after a
 * crash, and then returns the same.
 */
export type QuizGenerator = {
  draft: (run: JobRun, request: QuizRequest) => Promise<QuizDraft>;
  plan: (run: JobRun, quiz: QuizToFill) => Promise<GeneratedModel>;
  /**
   * Writes diagnoses for these answers, as many as possible. Combinations always come in the same
   * batches.
   */
  write: (
    run: JobRun,
    options: { quiz: QuizToFill; model: GeneratedModel; hashes: readonly string[] },
  ) => Promise<DraftRow[]>;
  batch: number;
};
