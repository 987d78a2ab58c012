import { z } from "zod";
import { newUuid } from "#app/lib/new-uuid.ts";
import { toStorableText } from "#app/lib/text.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "./constants.ts";

/**
 * Articles written by staff, as stored in advertorial_content.content_data. Every section is text
 * with a type; no HTML is stored.
 */

export const SECTION_TYPES = ["heading", "paragraph", "list", "blockquote", "image"] as const;
export type SectionType = (typeof SECTION_TYPES)[number];
export const SECTION_NAMES: Record<SectionType, string> = {
  heading: "Heading",
  paragraph: "Paragraph",
  list: "List",
  blockquote: "Quote",
  image: "Image",
};

/**
 * Hosts are added to the page's content security policy: characters with a meaning there (`*`, `;`,
 * quotes) are not allowed, although the URL standard accepts them.
 */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/;

/**
 * Returns the URL of an image that a page may load: https, or on this site. Null for anything else.
 */
export function parseImageUrl(text: string): string | null {
  const url = text.trim();
  if (/^\/(?![/\\])[\w\-./]+$/.test(url)) return url;
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" &&
      !parsed.username &&
      !parsed.password &&
      HOST.test(parsed.host)
      ? parsed.href
      : null;
  } catch {
    return null;
  }
}

export const MAX_SLUG = 120;
export const MAX_SECTIONS = 80;
export const MAX_SECTION_TEXT = 5_000;
export const MAX_LIST_ITEMS = 40;
export const MAX_LIST_ITEM = 500;

export const MAX_KEYWORDS = 20;
export const MAX_KEYWORD = 60;

const line = (maxLength: number) => z.string().max(maxLength).overwrite(toStorableText);

export const articleSectionSchema = z.object({
  /** Internal and stable, so that sections can be matched after they were moved. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  type: z.enum(SECTION_TYPES),
  content: z
    .union([line(MAX_SECTION_TEXT), z.array(line(MAX_LIST_ITEM)).max(MAX_LIST_ITEMS)])
    .default(""),
  imageUrl: line(1_000).optional(),
  imageAlt: line(300).optional(),
  imageCaption: line(300).optional(),
});
export type ArticleSection = z.infer<typeof articleSectionSchema>;

export const articleContentSchema = z.object({
  meta: z.object({
    title: line(META_TITLE_LENGTH),
    description: line(META_DESCRIPTION_LENGTH),
    keywords: z.array(line(MAX_KEYWORD)).max(MAX_KEYWORDS),
  }),
  hero: z.object({ title: line(200), subtitle: line(400), imageUrl: line(1_000) }),
  sections: z.array(articleSectionSchema).max(MAX_SECTIONS),
  cta: z.object({ title: line(200), subtitle: line(400), phone: line(40) }),
});
export type ArticleContent = z.infer<typeof articleContentSchema>;

/** Values of the advertorial editor. */
export const articleValuesSchema = z.object({
  title: line(200),
  slug: line(MAX_SLUG),
  isActive: z.boolean(),
  content: articleContentSchema,
});
export type ArticleValues = z.infer<typeof articleValuesSchema>;

export const createEmptyContent = (): ArticleContent => ({
  meta: { title: "", description: "", keywords: [] },
  hero: { title: "", subtitle: "", imageUrl: "" },
  sections: [],
  cta: { title: "", subtitle: "", phone: "" },
});

/** Creates a section as the editor appends it; a list always has at least one item. */
export const createSection = (type: SectionType): ArticleSection => ({
  id: newUuid().slice(0, 8),
  type,
  content: type === "list" ? [""] : "",
});

/** The text of a section, whatever its type. */
export const getSectionText = ({ content }: Pick<ArticleSection, "content">) =>
  Array.isArray(content) ? content.join(". ") : content;

/** Everything that readers see of an article but its call to action, as one text. */
export const getArticleText = ({ hero, sections }: Pick<ArticleContent, "hero" | "sections">) =>
  [hero.title, hero.subtitle, ...sections.map(getSectionText)].join(". ");

/** The path of a section's text in the values of the editor. */
export const getSectionField = ({ id, type }: ArticleSection) =>
  `content/sections/${id}/${type === "image" ? "imageCaption" : "content"}`;
