import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ServiceFrontMatter } from "#app/features/catalog/schema.ts";
import { catalogStructureSchema, serviceFrontMatterSchema } from "#app/features/catalog/schema.ts";
import { type MarkdownFile, readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { findSimilarTexts } from "./readability.ts";

type Service = MarkdownFile<ServiceFrontMatter>;
const slugs = readdirSync("content/services").map((name) => name.replace(/\.md$/, ""));
const read = (slug: string): Service =>
  readMarkdown(`services/${slug}.md`, serviceFrontMatterSchema);
const only = process.env.SERVICES?.split(",");
const selected = only ?? slugs;

/** The text that no other service may repeat: everything but the short lists. */
function getOwnText({ frontMatter: f, body }: Service): string {
  const copy = f.copy
    ? [
        f.copy.mainTitle,
        ...f.copy.mainContent,
        ...f.copy.sections.flatMap((s) => [s.title, ...s.paragraphs]),
      ]
    : [];
  return [
    f.heroText,
    f.summary,
    ...(f.signs ?? []),
    ...(f.questions ?? []),
    ...(f.untilArrival ?? []),
    ...(f.faq ?? []).flatMap((e) => [e.question, e.answer]),
    ...copy,
    body.replace(/^#+ .*$/gm, ""),
  ].join(". ");
}

describe.each(selected)("content/services/%s.md", (slug) => {
  test("front matter is complete and within its limits", () => {
    const { frontMatter: f, body } = read(slug);
    for (const entry of f.faq ?? []) {
      const words = entry.answer.split(/\s+/).length;
      expect(words, `answer to "${entry.question}"`).toBeGreaterThanOrEqual(25);
      expect(words, `answer to "${entry.question}"`).toBeLessThanOrEqual(85);
    }
    if (!f.signs) return;
    for (const field of ["questions", "untilArrival", "faq"] as const)
      expect(f[field], field).toBeDefined();
    const long = f.copy
      ? [...f.copy.mainContent, ...f.copy.sections.flatMap((s) => s.paragraphs)].join(" ")
      : body;
    expect(long.split(/\s+/).length, "words of the long text").toBeGreaterThanOrEqual(400);
  });

  test("reads at grade 8 or below", () => {
    expect(getGradeLevel(getOwnText(read(slug)))).toBeLessThanOrEqual(8);
  });

  test("spells out no claim", () => {
    const { frontMatter, body } = read(slug);
    const text = `${JSON.stringify(frontMatter)} ${body}`.replace(/\{[^}]*\}/g, "");
    expect(
      text.match(
        /24\/7|5-star|five-star|within minutes|guarantee[ds]?\b|licensed and insured|background.check|\$0\b|15\+ years|all major|!(?=\s|")/gi,
      ),
    ).toBeNull();
    expect(text).not.toMatch(/[—–]/);
  });
});

test("no two services share more than a tenth of their words", () => {
  const texts = slugs.map((name) => ({ name, text: getOwnText(read(name)) }));
  expect(findSimilarTexts(texts, () => 0.1)).toEqual([]);
});

test.skipIf(only)(
  "titles, descriptions and hero titles are unique, and the catalog lists exactly these files",
  () => {
    const services = slugs.map(read);
    for (const field of ["title", "description", "heroTitle", "name"] as const) {
      expect(new Set(services.map((s) => s.frontMatter[field])).size, field).toBe(services.length);
    }
    const structure = readYaml("catalog.yaml", catalogStructureSchema);
    const listed = [...structure.categories, ...structure.autoGroups].flatMap(
      (group) => group.services,
    );
    expect([...listed].sort()).toEqual([...slugs].sort());
  },
);
