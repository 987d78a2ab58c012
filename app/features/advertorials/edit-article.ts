import type { ContentKind, MissingField } from "#app/features/content-editor/editor-schema.ts";
import { type Json, mergeChanges, setAtPath } from "#app/features/content-editor/merge-changes.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { ADVERTORIAL_EDITOR_PATH } from "#app/lib/portal-paths.ts";
import {
  type ArticleContent,
  type ArticleSection,
  type ArticleValues,
  articleValuesSchema,
  createEmptyContent,
  getSectionText,
} from "./article-schema.ts";
import {
  CREATED,
  DRAFTS_PATH,
  MISSING_TITLE_OR_SLUG,
  NEW_ARTICLE_KEY,
  NO_CONTENT,
  SLUG_TAKEN,
  UPDATED,
} from "./constants.ts";
import { describeConflicts } from "./describe-changes.ts";

/** An empty article. */
export const createEmptyArticle = (): ArticleValues => ({
  title: "",
  slug: "",
  isActive: false,
  content: createEmptyContent(),
});

/** Whether a visitor would see any content. */
export const hasContent = ({ hero, sections, cta }: ArticleContent): boolean =>
  [
    hero.title,
    hero.subtitle,
    cta.title,
    cta.subtitle,
    ...sections.flatMap((section) => [getSectionText(section), section.imageUrl ?? ""]),
  ].some((text) => /[^\s.]/.test(text));

/**
 * Replaces the image of a section, with its alt text if it has one. The alt text of the previous
 * image is removed, because it does not describe the new one.
 */
export function withImage(
  section: ArticleSection,
  { url, alt }: { url: string; alt: string },
): ArticleSection {
  const isOther = Boolean(section.imageUrl?.trim()) && section.imageUrl !== url;
  return { ...section, imageUrl: url, imageAlt: alt || (isOther ? "" : (section.imageAlt ?? "")) };
}

/** The first missing value that prevents saving, or null. */
export function findMissingField({ title, slug, content }: ArticleValues): MissingField | null {
  if (!title.trim()) return { message: MISSING_TITLE_OR_SLUG, path: ["title"] };
  if (!normalizeSlug(slug)) return { message: MISSING_TITLE_OR_SLUG, path: ["slug"] };
  return hasContent(content) ? null : { message: NO_CONTENT, path: ["content"] };
}

export function parseArticleValues(stored: unknown): ArticleValues | null {
  const { success, data } = articleValuesSchema.safeParse(stored);
  return success ? data : null;
}

/** Advertorials as a kind of content for the shared editor. */
export const articleKind: ContentKind<ArticleValues> = {
  newDraftKey: NEW_ARTICLE_KEY,
  draftsPath: DRAFTS_PATH,
  editorPath: ADVERTORIAL_EDITOR_PATH,
  parse: parseArticleValues,
  merge: ({ base, theirs, mine }) =>
    mergeChanges({ base: base ?? ({} as ArticleValues), theirs, mine }),
  applyChanges(values, changes) {
    const changed = structuredClone(values);
    for (const { path, value } of changes) setAtPath(changed as unknown as Json, path, value);
    return changed;
  },
  findMissingField: findMissingField,
  describeConflicts,
  messages: { created: CREATED, updated: UPDATED, slugTaken: SLUG_TAKEN },
};
