import { parseQuizValues, type QuizValues } from "../editor/editor-schema.ts";
import type { BegunWork } from "../generation/job-schema.ts";

/**
 * What the editor of a generated quiz is opened with: the work that goes on, and what the generator
 * answered.
 */
export type OpenedWith = { begun?: BegunWork; made?: QuizValues };

/**
 * What a generator answered, as it lies in the history of the tab; null where the page was opened
 * otherwise.
 */
export const readMade = (state: unknown): QuizValues | null =>
  parseQuizValues((state as OpenedWith | null)?.made);
