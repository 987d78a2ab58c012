import { z } from "zod";
import { replaceTokens } from "#app/lib/replace-tokens.ts";

const text = z.string().trim().min(3).max(420);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const texts = <K extends string>(...keys: K[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, text])) as Record<K, typeof text>);

/** content/advertorial-templates.yaml: the sentences that connect what the site knows. */
export const articleTextsSchema = z.strictObject({
  names: z.record(slug, z.string().max(30)),
  tree: texts(
    "subtitle",
    "opening",
    "topic",
    "metaDescription",
    "tells",
    "tell",
    "why",
    "check",
    "pro",
    "waiting",
    "others",
    "quizHeading",
    "quiz",
  ).extend({ kinds: texts("fault", "question"), prevention: texts("fault", "question") }),
  service: texts(
    "title",
    "titleWithCosts",
    "opening",
    "metaTitle",
    "metaDescription",
    "signs",
    "problems",
    "problem",
    "includes",
  ),
  danger: texts("heading", "lead", "sign", "guide"),
  costs: texts("heading", "lead", "line", "lineFor", "quote"),
  questions: text,
  untilArrival: text,
  help: texts("heading", "text"),
  cta: texts("title", "subtitle"),
});
export type ArticleTexts = z.infer<typeof articleTextsSchema>;

/** Fills the generator's own tokens; those of the page stay. */
export const fill = replaceTokens;
