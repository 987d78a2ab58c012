import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { type ArticleSection, type ArticleValues, MAX_SECTIONS } from "./article-schema.ts";
import { BUILT_IN_SLUGS, SLUG_TAKEN } from "./constants.ts";
import { articleKind, findMissingField } from "./edit-article.ts";

const trimAll = <T extends Record<string, string | undefined>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text?.trim()])) as T;

/** Removes empty list items, but keeps at least one item. */
function normalizeSection({ id, type, content, ...image }: ArticleSection): ArticleSection {
  const section = { id, type, ...trimAll(image) };
  if (!Array.isArray(content)) return { ...section, content: content.trim() };
  const items = content.map((item) => item.trim()).filter(Boolean);
  return { ...section, content: items.length > 0 ? items : [""] };
}

/** The values of an editor as they are saved. */
export const normalizeArticle = ({
  title,
  slug,
  isActive,
  content: { meta, hero, sections, cta },
}: ArticleValues): ArticleValues => ({
  title: title.trim(),
  slug: normalizeSlug(slug),
  isActive,
  content: {
    meta: {
      title: meta.title.trim(),
      description: meta.description.trim(),
      keywords: meta.keywords.map((word) => word.trim()).filter(Boolean),
    },
    hero: trimAll(hero),
    sections: sections.map(normalizeSection),
    cta: trimAll(cta),
  },
});

type Refusal = { ok: false; reason: "invalid" | "slug"; message: string };

/** Why these values cannot be saved, or null. */
export function findRefusal(values: ArticleValues): Refusal | null {
  const missing = findMissingField(values);
  if (missing) return { ok: false, reason: "invalid", message: missing.message };
  return (BUILT_IN_SLUGS as readonly string[]).includes(values.slug)
    ? { ok: false, reason: "slug", message: SLUG_TAKEN }
    : null;
}

/**
 * A merged article must respect the limits of a single one: otherwise it could neither be shown nor
 * opened again.
 */
export function checkMerged(merged: ArticleValues): { ok: true; values: ArticleValues } | Refusal {
  const values = articleKind.parse(merged);
  if (values) return findRefusal(values) ?? { ok: true, values };
  const count = merged.content.sections.length;
  const why =
    count > MAX_SECTIONS
      ? `Together you have ${count} sections; ${MAX_SECTIONS} are the most.`
      : "What you both changed cannot be saved together.";
  return {
    ok: false,
    reason: "invalid",
    message: `Somebody else saved this advertorial meanwhile. ${why}`,
  };
}
