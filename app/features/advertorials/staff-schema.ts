import { z } from "zod";
import {
  draftCallSchema,
  type SaveReply,
  saveCallSchema,
  type VersionReply,
  versionCallSchema,
} from "#app/features/content-editor/editor-schema.ts";
import { type ArticleValues, articleValuesSchema } from "./article-schema.ts";
import { NEW_ARTICLE_KEY } from "./constants.ts";

/** JSON requests of the advertorial editor. */
export const editorCallSchema = z.discriminatedUnion("intent", [
  saveCallSchema(articleValuesSchema),
  versionCallSchema,
]);
export type EditorReply =
  | ({ intent: "save" } & SaveReply<ArticleValues>)
  | ({ intent: "version" } & VersionReply<ArticleValues>);

export const articleDraftCallSchema = draftCallSchema(NEW_ARTICLE_KEY, articleValuesSchema);
