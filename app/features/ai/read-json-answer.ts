import { z } from "zod";
import { parseJson } from "#app/lib/parse-json.ts";

const MARKUP = /<\/?[a-z!?]|javascript:|https?:\/\/|www\./i;
/** Marks of Markdown at the beginning of a line, and pairs of stars or backticks. */
const MARKDOWN = /^[ \t]*(?:#{1,6}|[-*•])\s+|\*\*|__|`+/gm;
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;

/**
 * A text that a model wrote: one line of plain words of at most this length. Markup and addresses
 * are refused.
 */
export const plainText = (maxLength: number) =>
  z
    .string()
    .transform((text) =>
      text.replace(MARKDOWN, "").replace(CONTROLS, " ").replace(/ {2,}/g, " ").trim(),
    )
    .refine((text) => !MARKUP.test(text), { error: "plain text without markup or addresses" })
    .pipe(z.string().min(1).max(maxLength));

export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; error: string };

/**
 * The JSON object in an answer of a model, with or without words or a fence around it, checked by a
 * schema.
 */
export function parseJsonAnswer<T extends z.ZodType>(
  text: string,
  schema: T,
): ParsedAnswer<z.infer<T>> {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to < from) return { ok: false, error: "no JSON object" };
  const value = parseJson(text.slice(from, to + 1));
  if (value === undefined) return { ok: false, error: "not valid JSON" };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  return { ok: false, error: `${issue?.path.join(".") || "object"}: ${issue?.message}` };
}
