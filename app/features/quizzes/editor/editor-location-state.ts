import type { StartedWork } from "../generation/job-schema.ts";
import { parseQuizValues, type QuizValues } from "./editor-schema.ts";

/**
 * Router state for the editor of a generated quiz: the job in progress, and the quiz from the
 * generator's response.
 */
export type EditorLocationState = { startedWork?: StartedWork; generated?: QuizValues };

/** Parses the generated quiz from the router state; null when there is none. */
export const parseGeneratedState = (state: unknown): QuizValues | null =>
  parseQuizValues((state as EditorLocationState | null)?.generated);
