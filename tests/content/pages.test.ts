import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { fixedAdvertorialSchema } from "#app/features/advertorials/schema.ts";
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
  contractorSchema,
  diyBasicsSchema,
  emergencySchema,
  energyTipsSchema,
  faqSchema,
  howItWorksSchema,
  TASK_PRIORITIES,
  vehicleCareSchema,
} from "#app/features/resources/guide-schemas.ts";
import { readMarkdown, readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";

const YAML: [string, z.ZodType][] = [
  ["guides/home-maintenance-checklist.yaml", checklistSchema],
  ["guides/vehicle-care-guide.yaml", vehicleCareSchema],
  ["guides/energy-saving-tips.yaml", energyTipsSchema],
  ["guides/diy-repair-basics.yaml", diyBasicsSchema],
  ["guides/emergency-preparedness.yaml", emergencySchema],
  ["guides/contractor-selection.yaml", contractorSchema],
  ["guides/how-it-works.yaml", howItWorksSchema],
  ["guides/faq.yaml", faqSchema],
  ["advertorials/henry-helpline.yaml", fixedAdvertorialSchema],
  ["advertorials/clogged-toilets.yaml", fixedAdvertorialSchema],
  ["pages/resources.yaml", resourcesHubSchema],
  ["pages/contact-us.yaml", contactPageSchema],
  ["pages/provider-signup.yaml", providerPageSchema],
];
const MARKDOWN: [string, z.ZodType, number][] = [
  ["articles/hvac-maintenance.md", articleFrontMatterSchema, 700],
  ["articles/electrical-safety.md", articleFrontMatterSchema, 700],
  ["articles/roofing-inspection.md", articleFrontMatterSchema, 700],
  ["articles/provider-guidelines.md", articleFrontMatterSchema, 500],
  ["articles/service-guarantee.md", articleFrontMatterSchema, 400],
  ["pages/about-us.md", aboutFrontMatterSchema, 300],
  ["legal/do-not-sell.md", legalFrontMatterSchema, 250],
];

/** Every text of a file, one a line: a list of short entries must not read as one long sentence. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsOf) : [];
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
  test("is complete, plain to read, and spells out no claim", () => {
    checkWords(textsOf(readYaml(file, schema)));
  });
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
  test("is complete, plain to read, and spells out no claim", () => {
    const { frontMatter, body } = readMarkdown(file, schema);
    checkWords([...textsOf(frontMatter), ...body.replace(/^#+ .*$/gm, "").split(/\n+/)]);
    expect(body.split(/\s+/).length).toBeGreaterThanOrEqual(words);
  });
});
