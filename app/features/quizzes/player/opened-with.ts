import { parseQuizValues, type QuizValues } from "../editor/editor-schema.ts";
import type { StartedWork } from "../generation/job-schema.ts";

/**
 * What the editor of a generated quiz is opened with: the work that goes on, and what the generator
 * answered.
 */
export type EditorLocationState = { startedWork?: StartedWork; generated?: QuizValues };

/**
 * What a generator answered, as it lies in the history of the tab; null where the page was opened
 * otherwise.
 */
export const parseGeneratedState = (state: unknown): QuizValues | null =>
  parseQuizValues((state as EditorLocationState | null)?.generated);
