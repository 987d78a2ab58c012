import { z } from "zod";
import { plainText } from "#app/features/ai/parse-json-answer.ts";
import { trimEndWhere } from "#app/lib/text.ts";
import type { ArticleContent, ArticleSection } from "../article-schema.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "../constants.ts";

/** Schema of a model's answer; anything else is requested again or dropped. */

const TOKENS = /\{(?:brand|persona|phone|claim:licensed-insured|claim:background-checked)\}/g;
const PHONE = /\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}/;
const MIN_SECTIONS = 8;
const MAX_SECTIONS = 16;

/** Replaces the dashes that models like to use: "3 – 5" becomes "3-5", any other dash a comma. */
const replaceDashes = (text: string) =>
  text
    .split(/[–—]/)
    .map((part) => part.trim())
    .reduce(
      (before, after) => before + (/\d$/.test(before) && /^[\d$]/.test(after) ? "-" : ", ") + after,
    );
const modelText = (maxLength: number) =>
  plainText(maxLength)
    .transform(replaceDashes)
    .refine((text) => !/[{}]/.test(text.replace(TOKENS, "")), {
      error: "no words in braces but {brand}, {persona}, {phone} and the two claims",
    })
    .refine((text) => !PHONE.test(text), { error: "no phone number: write {phone}" });
/** Texts in which tokens are not replaced. */
const modelTextWithoutTokens = (maxLength: number) =>
  modelText(maxLength).refine((text) => !text.includes("{"), { error: "no words in braces here" });

const sectionAnswer = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["heading"]), text: modelText(140) }),
  z.object({ type: z.enum(["paragraph"]), text: modelText(1_500) }),
  z.object({ type: z.enum(["blockquote"]), text: modelText(400) }),
  z.object({ type: z.literal("list"), items: z.array(modelText(400)).min(2).max(12) }),
  // Not requested, and left out: an image that nobody has seen may have nothing to do with the text.
  z.object({ type: z.literal("image") }),
]);

export const articleAnswer = z.object({
  title: modelTextWithoutTokens(120),
  subtitle: modelText(300),
  metaTitle: modelTextWithoutTokens(160),
  metaDescription: modelTextWithoutTokens(400),
  keywords: z.array(modelTextWithoutTokens(60)).max(20).default([]),
  sections: z
    .array(sectionAnswer)
    .min(MIN_SECTIONS)
    .max(MAX_SECTIONS)
    .refine((sections) => sections.some(({ type }) => type === "list"), {
      error: "at least one list",
    }),
  ctaTitle: modelText(120),
  ctaSubtitle: modelText(300),
});
export type ArticleAnswer = z.infer<typeof articleAnswer>;

/** Converts an answer to an article. */
export function toArticle(answer: ArticleAnswer, heroUrl: string): ArticleContent {
  return {
    meta: {
      title: shortenToWholeWords(answer.metaTitle, META_TITLE_LENGTH),
      description: shortenToWholeWords(answer.metaDescription, META_DESCRIPTION_LENGTH),
      keywords: answer.keywords,
    },
    hero: { title: answer.title, subtitle: answer.subtitle, imageUrl: heroUrl },
    sections: answer.sections.flatMap((section, at) => toSection(section, `s${at + 1}`)),
    cta: { title: answer.ctaTitle, subtitle: answer.ctaSubtitle, phone: "" },
  };
}

function toSection(section: ArticleAnswer["sections"][number], id: string): ArticleSection[] {
  if (section.type === "image") return [];
  if (section.type === "list") return [{ id, type: "list", content: section.items }];
  return [{ id, type: section.type, content: section.text }];
}

/** Shortens a text to whole words, without an ellipsis. */
export function shortenToWholeWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const lastSpace = text.slice(0, maxLength + 1).search(/\s\S*$/);
  return trimEndWhere(text.slice(0, lastSpace < 0 ? maxLength : lastSpace), /[\s,;:]/);
}
