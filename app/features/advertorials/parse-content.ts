import { z } from "zod";
import { truncateText } from "#app/lib/text.ts";
import {
  type ArticleContent,
  articleContentSchema,
  createSection,
  MAX_KEYWORD,
  MAX_KEYWORDS,
  MAX_LIST_ITEM,
  MAX_LIST_ITEMS,
  MAX_SECTION_TEXT,
  MAX_SECTIONS,
  SECTION_TYPES,
} from "./article-schema.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "./constants.ts";
import { parseKeywords } from "./parse-keywords.ts";

/** Text truncated to the article's limit. */
const text = (maxLength: number) => z.string().transform((value) => truncateText(value, maxLength));
const optional = (maxLength: number) =>
  text(maxLength)
    .nullish()
    .transform((value) => value ?? undefined);

const sectionSchema = z
  .object({
    id: z.string().optional().catch(undefined),
    type: z.enum(SECTION_TYPES),
    content: z
      .union([
        text(MAX_SECTION_TEXT),
        z.array(text(MAX_LIST_ITEM)).transform((items) => items.slice(0, MAX_LIST_ITEMS)),
      ])
      .nullish()
      .transform((value) => value ?? ""),
    imageUrl: optional(1_000),
    imageAlt: optional(300),
    imageCaption: optional(300),
  })
  .transform(({ id, ...section }) => {
    const empty = createSection(section.type);
    return {
      ...section,
      id: id && /^[\w-]{1,40}$/.test(id) ? id : empty.id,
      content: section.type === "list" && section.content === "" ? empty.content : section.content,
    };
  });

const contentSchema = z.object({
  meta: z.object({
    title: text(META_TITLE_LENGTH),
    description: text(META_DESCRIPTION_LENGTH),
    keywords: z.union([
      z.string().transform(parseKeywords),
      z.array(text(MAX_KEYWORD)).transform((words) => words.slice(0, MAX_KEYWORDS)),
    ]),
  }),
  hero: z.object({ title: text(200), subtitle: text(400), imageUrl: text(1_000) }),
  sections: z.array(sectionSchema).transform((sections) => sections.slice(0, MAX_SECTIONS)),
  cta: z.object({ title: text(200), subtitle: text(400), phone: text(40) }),
});

/**
 * Converts a generated article, in the format of the specification, to our format; null when a
 * required part is missing.
 */
export function parseContent(body: unknown): ArticleContent | null {
  const { data } = contentSchema.safeParse(body);
  if (!data) return null;
  const ids = new Set<string>();
  const sections = data.sections.map((section) => {
    const id = ids.has(section.id) ? createSection(section.type).id : section.id;
    ids.add(id);
    return { ...section, id };
  });
  return articleContentSchema.safeParse({ ...data, sections }).data ?? null;
}
