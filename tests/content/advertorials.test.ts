import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { articleContentSchema, getArticleText } from "#app/features/advertorials/article-schema.ts";
import { checkArticle, hasClaim } from "#app/features/advertorials/check-article.ts";
import {
  type FoundSubject,
  findSubject,
} from "#app/features/advertorials/generation/find-subject.server.ts";
import { generateBodySchema } from "#app/features/advertorials/generation/generation-schema.ts";
import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { getContentTokens, listClaims } from "#app/features/settings/claims.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { siteSettings } from "../factories.ts";
import { ODD_TOPICS, REFUSED_TOPICS } from "./odd-topics.ts";
import { listTreeHeads, readTree } from "./open-tree.ts";
import { findSimilarTexts } from "./readability.ts";

const MAX_GRADE = 8;
/** Share of the runs of five words that two articles may have in common. */
const MAX_OVERLAP = 0.3;
/** The same for articles that belong to one service. */
const MAX_SAME_SERVICE_OVERLAP = 0.5;
const MIN_WORDS = 600;
const MAX_WORDS = 2_000;

/** Topics as editors type them, each with its title and with words that the article must contain. */
const TOPICS: [topic: string, title: string, words: string[]][] = [
  ["furnace blowing cold air", "Why Is My Furnace Not Heating?", ["Furnace blowing cold air"]],
  ["deck repair", "Deck Building and Repair: When to Call", ["Deck repair: ", "railing"]],
  ["car wont start just clicks", "Why Won't My Car Start?", ["Car won't start", "clicks fast"]],
  ["cheap roof replacement in Phoenix", "Roofing: When to Call", ["Roof replacement: "]],
  ["kitchen remodel cost 2026", "Kitchen Remodeling: When to Call", ["$15,000 to $50,000"]],
  ["same day garage door repair Plano TX", "Garage Door Repair: When to", ["Garage door repair: "]],
  ["toilet keeps running at night", "Why Does My Toilet Keep Running?", ["flapper"]],
  ["water heater repair", "What Is Wrong With My Water Heater?", ["thermocouple"]],
  ["mold in bathroom", "What Causes the Mold or Dark Spots in My Home?", ["Mold in bathroom"]],
  ["tree trimming", "Tree Service: When to Call", ["Tree trimming: ", "prune"]],
  ["brakes squealing when stopping", "Why Are My Brakes Making Noise?", ["high squeal"]],
  ["signs you need an electrician", "Electrical Work: When to Call", ["breaker trips again"]],
];

async function build(text: string): Promise<FoundSubject> {
  const { topic } = generateBodySchema.parse({ topic: text });
  const found = await findSubject(topic);
  if (found.kind === "refused") throw new Error(`${text} is refused: ${found.refusal.reason}`);
  return found;
}
const services = listServiceFacts();
const subjects = [
  ...services.map(({ name }) => name),
  ...listTreeHeads().map(({ title }) => title),
];
const articles = await Promise.all(
  [...new Set([...subjects, ...TOPICS.map(([topic]) => topic)])].map(async (name) => ({
    name,
    ...(await build(name)),
  })),
);

describe.each(articles)("the article about $name", ({ name, article, untreated }) => {
  test("is complete and within its limits", () => {
    expect(articleContentSchema.parse(article)).toEqual(article);
    const { meta, hero, sections, cta } = article;
    expect(meta.title.length).toBeGreaterThanOrEqual(15);
    expect(meta.description).toMatch(/^Advertorial: .{60,}[.?]$/);
    expect(meta.keywords.length).toBeGreaterThanOrEqual(4);
    expect(hero.title.length).toBeLessThanOrEqual(90);
    expect(existsSync(`public${hero.imageUrl}`), hero.imageUrl).toBe(true);
    expect([meta.title, meta.description, ...meta.keywords, hero.title].join()).not.toContain("{");
    expect(sections.map(({ type }) => type)).not.toContain("image");
    for (const { content } of sections) expect(content).not.toHaveLength(0);
    expect(cta.phone).toBe("");
    const words = getArticleText(article).split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(MIN_WORDS);
    expect(words).toBeLessThanOrEqual(MAX_WORDS);
  });

  test("treats its topic, without findings and in plain English", () => {
    expect(untreated).toEqual([]);
    expect(checkArticle(article, name)).toEqual([]);
    expect(getGradeLevel(getArticleText(article))).toBeLessThanOrEqual(MAX_GRADE);
    expect(
      article.sections.map(({ content }) => [content].flat().join("\n")).join("\n"),
    ).not.toMatch(/!|[—–]|\s-\s|<|\bundefined\b|\.\.|[?:]\.|; ?\.|“”|\{(?!brand|persona|phone)/);
  });

  test("names us, the advertisement and who pays", () => {
    const text = replaceTokensDeep(getArticleText(article), getContentTokens(siteSettings));
    expect(text).toContain(`This is an advertorial by ${siteSettings.brand}, a referral service.`);
    expect(text).toContain("Professionals may pay us for referrals. You do not.");
  });
});

test.each(TOPICS)("%s becomes “%s...”", async (topic, title, words) => {
  const { article } = await build(topic);
  expect(article.hero.title).toContain(title);
  for (const word of words) expect(getArticleText(article)).toContain(word);
});

test("an article repeats neither the place nor the promise of its topic", async () => {
  const { article } = await build("cheap same day roof replacement in Phoenix, guaranteed");
  expect(JSON.stringify(article)).not.toMatch(/phoenix|cheap|same.day|guarantee/i);
});

test("an article about a problem has its dangers first, and the steps of its fault tree", async () => {
  const { article } = await build("furnace blowing cold air");
  const headings = article.sections.filter(({ type }) => type === "heading");
  expect(headings[0]?.content).toBe("First, rule out danger");
  const tree = readTree("furnace-not-heating");
  const rules = tree.safety.filter(({ urgency, when }) => urgency === "high" && when.danger);
  // None of the steps is left out: the one that saves somebody may be the last.
  for (const step of rules.flatMap(({ instruction }) => instruction.split("\n")))
    expect(getArticleText(article)).toContain(step);
});

describe("a topic that no article treats", () => {
  test.each(REFUSED_TOPICS)("%s is refused: %s", async (topic, reason) => {
    const found = await findSubject(generateBodySchema.parse({ topic }).topic);
    expect(found.kind === "refused" ? found.refusal.reason : found.article.hero.title).toBe(reason);
  });

  test("is offered at most three subjects, each of which makes an article", async () => {
    for (const [topic] of REFUSED_TOPICS) {
      const found = await findSubject(topic);
      if (found.kind !== "refused") continue;
      expect(found.nearest.length).toBeLessThanOrEqual(3);
      expect(found.nearest.filter((name) => !subjects.includes(name))).toEqual([]);
    }
  });
});

test("any topic is refused, or makes an article without findings that contains its words", async () => {
  const words = fc.array(fc.constantFrom(...ODD_TOPICS.join(" ").split(" ")), { maxLength: 8 });
  const topics = fc.oneof(
    fc.constantFrom(...ODD_TOPICS),
    fc.string({ maxLength: 200, unit: "binary" }),
    words.map((list) => list.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(topics, async (text) => {
      const parsed = generateBodySchema.safeParse({ topic: text });
      if (!parsed.success) return;
      const found = await findSubject(parsed.data.topic);
      if (found.kind === "refused") return;
      expect(checkArticle(articleContentSchema.parse(found.article))).toEqual([]);
      expect(found.untreated.length).toBeLessThanOrEqual(3);
    }),
    { numRuns: 60 },
  );
}, 30_000);

test("no safety step of a service is omitted because of its wording", () => {
  const omitted = services.flatMap(({ slug, untilArrival = [] }) =>
    untilArrival.filter(hasClaim).map((line) => `${slug}: ${line}`),
  );
  expect(
    omitted.filter((line) =>
      /911|gas\b|smoke|flame|burn|shock|power|do not|never|keep (?:out|away|off)/i.test(line),
    ),
  ).toEqual([]);
});

test.each(listClaims())("the checker finds the site's own claim $id", ({ wording, title }) => {
  expect([wording, title].filter((text) => !hasClaim(text))).toEqual([]);
});

test("builds the same article for the same topic", async () => {
  expect((await build("roof leak")).article).toEqual((await build("Roof leak")).article);
});

test("no two articles share most of their sentences", () => {
  const texts = articles
    .filter(({ name }) => subjects.includes(name))
    .map(({ name, subject, article }) => ({
      name,
      service: subject.service.slug,
      text: getArticleText({ ...article, sections: article.sections.slice(0, -2) }),
    }));
  expect(
    findSimilarTexts(texts, (a, b) =>
      a.service === b.service ? MAX_SAME_SERVICE_OVERLAP : MAX_OVERLAP,
    ),
  ).toEqual([]);
});
