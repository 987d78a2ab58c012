import type { ContentKind } from "#app/features/content-editor/editor-schema.ts";
import {
  CREATED,
  DRAFTS_PATH,
  EDITOR_PATH,
  NEW_QUIZ_KEY,
  SLUG_TAKEN,
  UPDATED,
} from "../constants.ts";
import { describeConflicts } from "./describe-changes.ts";
import { findMissingField, parseQuizValues, type QuizValues } from "./editor-schema.ts";
import { applyChanges, mergeQuizzes } from "./merge-quizzes.ts";

/** Quizzes as a kind of content for the shared editor. */
export const quizKind: ContentKind<QuizValues> = {
  newDraftKey: NEW_QUIZ_KEY,
  draftsPath: DRAFTS_PATH,
  editorPath: EDITOR_PATH,
  parse: parseQuizValues,
  merge: mergeQuizzes,
  applyChanges: applyChanges,
  findMissingField: findMissingField,
  describeConflicts,
  messages: { created: CREATED, updated: UPDATED, slugTaken: SLUG_TAKEN },
};
