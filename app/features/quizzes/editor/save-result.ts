import type { SavedContent, SaveReply } from "#app/features/content-editor/editor-schema.ts";
import type { QuizValues } from "./editor-schema.ts";
import type { AffectedCounts, AffectedReply } from "./schema.ts";

export type SaveResult =
  | {
      ok: true;
      saved: SavedContent;
      /** Also true for the first save of a generated quiz. */
      created: boolean;
      affected: AffectedCounts;
      /** The saved values, merged with other people's changes. */
      values: QuizValues;
    }
  /**
   * `unsafe`: the quiz would be public although its safety rules do not protect everyone they apply
   * to, because of this save.
   */
  | { ok: false; reason: "invalid" | "slug" | "unsafe"; message: string }
  | { ok: false; reason: "not-found"; message?: undefined }
  | Extract<SaveReply<QuizValues>, { reason: "conflict" }>
  | AffectedReply;
