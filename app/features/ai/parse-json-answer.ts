import { z } from "zod";
import { parseJson } from "#app/lib/parse-json.ts";
import { CONTROL_CHARACTERS } from "./clean-topic.ts";

const MARKUP = /<\/?[a-z!?]|javascript:|https?:\/\/|www\./i;
/** Markdown at the beginning of a line, and pairs of asterisks or backticks. */
const MARKDOWN = /^[ \t]*(?:#{1,6}|[-*•])\s+|\*\*|__|`+/gm;

/**
 * Text written by a model: one line of plain text up to this length. Markup and URLs are rejected.
 */
export const plainText = (maxLength: number) =>
  z
    .string()
    .transform((text) =>
      text.replace(MARKDOWN, "").replace(CONTROL_CHARACTERS, " ").replace(/ {2,}/g, " ").trim(),
    )
    .refine((text) => !MARKUP.test(text), { error: "plain text without markup or addresses" })
    .pipe(z.string().min(1).max(maxLength));

export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; error: string };

/**
 * Extracts the JSON object from a model's answer, with or without surrounding text or a code fence,
 * and validates it.
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
