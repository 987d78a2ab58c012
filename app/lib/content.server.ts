import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";

const CONTENT_DIR = join(process.cwd(), "content");

export class ContentError extends Error {}

function validate<T extends z.ZodType>(schema: T, value: unknown, file: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ContentError(`content/${file}: ${issue?.path.join(".") || "file"}: ${issue?.message}`);
}

/** Reads one YAML file below content/ and validates it. */
export function readYaml<T extends z.ZodType>(file: string, schema: T): z.infer<T> {
  return validate(schema, parse(readFileSync(join(CONTENT_DIR, file), "utf8")), file);
}

/** Reads a value at the first call and returns it from memory for the life of the process. */
export function readOnce<T>(read: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: read() };
    return cached.value;
  };
}

export type MarkdownFile<F> = { slug: string; frontMatter: F; body: string };

/** Reads one Markdown file with YAML front matter below content/ and validates the front matter. */
export function readMarkdown<T extends z.ZodType>(
  file: string,
  schema: T,
): MarkdownFile<z.infer<T>> {
  const text = readFileSync(join(CONTENT_DIR, file), "utf8");
  const match = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text);
  if (!match) throw new ContentError(`content/${file}: no front matter between two lines of ---`);
  const slug = file.replace(/^.*\//, "").replace(/\.md$/, "");
  return {
    slug,
    frontMatter: validate(schema, parse(match[1] ?? ""), file),
    body: (match[2] ?? "").trim(),
  };
}

/** Reads every Markdown file of a folder below content/, sorted by name. */
export function readMarkdownFolder<T extends z.ZodType>(
  folder: string,
  schema: T,
): MarkdownFile<z.infer<T>>[] {
  return readdirSync(join(CONTENT_DIR, folder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readMarkdown(`${folder}/${name}`, schema));
}
