import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { builtInAdvertorialSchema } from "#app/features/advertorials/built-in-schema.ts";
import {
  aboutFrontMatterSchema,
  contactPageSchema,
  legalFrontMatterSchema,
  providerPageSchema,
  resourcesHubSchema,
} from "#app/features/catalog/page-schemas.ts";
import {
  articleFrontMatterSchema,
  checklistSchema,
  GUIDE_SCHEMAS,
  TASK_PRIORITIES,
} from "#app/features/resources/guide-schemas.ts";
import { resourceCategoriesSchema } from "#app/features/resources/schema.ts";
import { readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";

const YAML: [string, z.ZodType][] = [
  ...Object.entries(GUIDE_SCHEMAS).map(([slug, schema]): [string, z.ZodType] => [
    `guides/${slug}.yaml`,
    schema,
  ]),
  ["advertorials/henry-helpline.yaml", builtInAdvertorialSchema],
  ["advertorials/clogged-toilets.yaml", builtInAdvertorialSchema],
  ["pages/resources.yaml", resourcesHubSchema],
  ["pages/contact-us.yaml", contactPageSchema],
  ["pages/provider-signup.yaml", providerPageSchema],
];
/** Minimum number of words of an article; those about the helpline itself may be shorter. */
const MIN_WORDS = 700;
const SHORTER_ARTICLES: Record<string, number> = {
  "provider-guidelines.md": 500,
  "service-guarantee.md": 400,
};
const MARKDOWN: [string, z.ZodType, number][] = [
  ...readdirSync("content/articles").map((file): [string, z.ZodType, number] => [
    `articles/${file}`,
    articleFrontMatterSchema,
    SHORTER_ARTICLES[file] ?? MIN_WORDS,
  ]),
  ["pages/about-us.md", aboutFrontMatterSchema, 300],
  ["legal/do-not-sell.md", legalFrontMatterSchema, 250],
];

/** Every text of a file, separately: a list of short entries must not count as one long sentence. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(listTexts) : [];
}

function checkWords(texts: string[]) {
  const text = texts.join("\n").replace(/\{[^}]*\}/g, "Henry");
  expect(
    text.match(
      /24\/7|5-star|five-star|within minutes|licensed and insured|background.check|\$0\b|15\+ years|all major|!(?=\s|"|$)/gi,
    ),
  ).toBeNull();
  expect(text).not.toMatch(/[—–]|\p{Extended_Pictographic}/u);
  expect(
    getGradeLevel(texts.filter((part) => part.split(" ").length > 3).join(". ")),
  ).toBeLessThanOrEqual(8);
}

describe.each(YAML)("content/%s", (file, schema) => {
  test("is complete, easy to read, and spells out no claim", () => {
    checkWords(listTexts(readYaml(file, schema)));
  });
});

test("every resource that has a page has one content file, and every file has a resource", () => {
  const { categories } = readYaml("resources.yaml", resourceCategoriesSchema);
  const pages = categories
    .flatMap(({ resources }) => resources)
    .filter(({ externalUrl, comingSoon }) => !externalUrl && !comingSoon);
  const files = ["guides", "articles", "tools"].flatMap((folder) =>
    readdirSync(`content/${folder}`).map((file) => file.replace(/\.\w+$/, "")),
  );
  expect(files.sort()).toEqual(pages.map(({ slug }) => slug).sort());
});

test("the terms have a section for each subject of the specification", () => {
  const headings = readMarkdown("legal/terms-of-service.md", legalFrontMatterSchema).body.match(
    /^## .*$/gm,
  );
  for (const subject of [
    "Nature of the service",
    "Communications consent",
    "No guarantee",
    "Limitation of liability",
    "Your duties",
    "Updates to these terms",
    "Contact",
  ])
    expect(headings).toContain(`## ${subject}`);
});

test("the checklist has tasks of every priority, the most important first", () => {
  const { seasons } = readYaml("guides/home-maintenance-checklist.yaml", checklistSchema);
  for (const priority of TASK_PRIORITIES)
    expect(
      seasons.filter(({ tasks }) => tasks.some((task) => task.priority === priority)).length,
      priority,
    ).toBeGreaterThan(2);
  for (const { tasks } of seasons) {
    const ranks = tasks.map(({ priority }) => TASK_PRIORITIES.indexOf(priority));
    expect(ranks).toEqual([...ranks].sort());
  }
});

describe.each(MARKDOWN)("content/%s", (file, schema, words) => {
  test("is complete, easy to read, and spells out no claim", () => {
    const { frontMatter, body } = readMarkdown(file, schema);
    checkWords([...listTexts(frontMatter), ...body.replace(/^#+ .*$/gm, "").split(/\n+/)]);
    expect(body.split(/\s+/).length).toBeGreaterThanOrEqual(words);
  });
});
