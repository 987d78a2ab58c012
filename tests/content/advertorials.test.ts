import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ArticleContent,
  articleContentSchema,
  getSectionText,
} from "#app/features/advertorials/article-schema.ts";
import type { Subject } from "#app/features/advertorials/article-writer.ts";
import { buildArticle } from "#app/features/advertorials/build-article.ts";
import { checkArticle, hasClaim } from "#app/features/advertorials/check-article.ts";
import { findSubject } from "#app/features/advertorials/find-subject.server.ts";
import { generateBodySchema } from "#app/features/advertorials/generation-schema.ts";
import { templatesSchema } from "#app/features/advertorials/template-schema.ts";
import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { faultTreeSchema } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { getContentTokens, listClaims } from "#app/features/settings/claims.server.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";
import { replaceTokensDeep } from "#app/lib/replace-tokens.ts";
import { siteSettings } from "../factories.ts";
import { ODD_TOPICS } from "./odd-topics.ts";
import { listTreeHeads } from "./open-tree.ts";
import { findSimilarTexts, overlap, shingles } from "./readability.ts";

const MAX_GRADE = 8;
/** Share of the runs of five words that two articles may have in common. */
const MAX_OVERLAP = 0.25;
/** The same where both are about one subject, or about none that the generator knows. */
const MAX_SAME_SUBJECT_OVERLAP = 0.6;
/** The same for an article and the page of its service, without lists. */
const MAX_PAGE_OVERLAP = 0.05;

const templates = readYaml("advertorial-templates.yaml", templatesSchema);
const services = listServiceFacts();
const treeHeads = listTreeHeads();
const trees = treeHeads.map(({ slug }) => slug);
const findTreeService = (tree: string) =>
  services.find(({ slug }) => slug === treeHeads.find((head) => head.slug === tree)?.services[0]);

type BuiltArticle = { name: string; subject: Subject; article: ArticleContent };
const builtArticles: BuiltArticle[] = [
  ...services.map((service): BuiltArticle => {
    const subject: Subject = { kind: "service", service };
    return { name: service.slug, subject, article: buildArticle(service.name, subject, templates) };
  }),
  ...trees.flatMap((tree): BuiltArticle[] => {
    const service = findTreeService(tree);
    if (!service) return [];
    const subject: Subject = {
      kind: "tree",
      tree: readYaml(`fault-trees/${tree}.yaml`, faultTreeSchema),
      service,
    };
    return [{ name: tree, subject, article: buildArticle(subject.tree.title, subject, templates) }];
  }),
  ...(await Promise.all(
    ODD_TOPICS.map(async (text): Promise<BuiltArticle> => {
      const { topic } = generateBodySchema.parse({ topic: text });
      const subject = await findSubject(topic);
      return {
        name: `topic ${text.slice(0, 40)}`,
        subject,
        article: buildArticle(topic, subject, templates),
      };
    }),
  )),
];

const getText = ({ hero, sections, cta }: ArticleContent) =>
  [
    hero.title,
    hero.subtitle,
    ...sections.map((section) => `${getSectionText(section)} ${section.imageCaption ?? ""}`),
    cta.title,
    cta.subtitle,
  ].join(". ");
const getSubjectKey = ({ subject }: BuiltArticle) =>
  subject.kind === "general"
    ? "general"
    : subject.kind === "tree"
      ? subject.tree.title
      : subject.service.slug;

test("every fault tree has a service, and every name belongs to a service", () => {
  expect(trees.filter((tree) => !findTreeService(tree))).toEqual([]);
  expect(
    [...Object.keys(templates.names), ...templates.projects.flat()].filter(
      (slug) => !services.some((service) => service.slug === slug),
    ),
  ).toEqual([]);
});

describe.each(builtArticles)("the built-in article about $name", ({ article }) => {
  test("is complete and within its limits", () => {
    expect(articleContentSchema.parse(article)).toEqual(article);
    const { meta, hero, sections, cta } = article;
    expect(meta.title.length).toBeGreaterThanOrEqual(15);
    expect(meta.description.length).toBeGreaterThanOrEqual(70);
    expect(meta.keywords.length).toBeGreaterThanOrEqual(4);
    expect(hero.title.length).toBeLessThanOrEqual(90);
    expect(JSON.stringify([meta, hero.title])).not.toContain("{phone");
    expect(sections.length).toBeGreaterThanOrEqual(8);
    expect(sections.length).toBeLessThanOrEqual(14);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    const types = sections.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["heading", "paragraph", "list", "blockquote"]));
    for (const { type, content } of sections)
      if (type === "list") expect(content.length).toBeGreaterThanOrEqual(2);
    for (const url of [hero.imageUrl, ...sections.flatMap(({ imageUrl }) => imageUrl ?? [])])
      expect(existsSync(`public${url}`), url).toBe(true);
    expect(cta).toMatchObject({
      phone: "",
      title: expect.stringMatching(/./),
      subtitle: expect.stringMatching(/./),
    });
    expect(getText(article).split(/\s+/).length).toBeGreaterThanOrEqual(300);
  });

  test("has no findings, in plain English", () => {
    expect(checkArticle(article)).toEqual([]);
    expect(getGradeLevel(getText(article))).toBeLessThanOrEqual(MAX_GRADE);
    expect(JSON.stringify(article)).not.toMatch(/!|[—–]|\s-\s|<|\bundefined\b|\.\.|\?\./);
  });

  test.each([[] as string[], listClaims().map(({ id }) => id)])(
    "has no unknown token",
    (...neutralClaims) => {
      expect(
        JSON.stringify(
          replaceTokensDeep(article.sections, getContentTokens({ ...siteSettings, neutralClaims })),
        ),
      ).not.toMatch(/\{[a-z][a-zA-Z:-]*\}/);
    },
  );
});

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

test("builds an article without findings for any topic", async () => {
  const words = fc.array(
    fc.constantFrom(
      "roof",
      "leak",
      "best",
      "free",
      "{phone}",
      "ac",
      "toilet",
      "–",
      "!",
      "$5",
      "911",
      "car",
      "<b>",
      "é",
      "🚗",
      "not",
      "random changes",
    ),
    {
      maxLength: 12,
    },
  );
  const topics = fc.oneof(
    fc.string({ maxLength: 200, unit: "binary" }),
    fc.string({ maxLength: 200 }),
    words.map((list) => list.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(topics, async (text) => {
      const parsed = generateBodySchema.safeParse({ topic: text });
      if (!parsed.success) return;
      const { topic } = parsed.data;
      const article = buildArticle(topic, await findSubject(topic), templates);
      expect(checkArticle(articleContentSchema.parse(article))).toEqual([]);
      expect(JSON.stringify(article)).not.toMatch(/[!–—<]/);
    }),
    { numRuns: 100 },
  );
}, 20_000);

test("builds the same article for the same topic", async () => {
  const subject = await findSubject("roof leak");
  expect(buildArticle("roof leak", subject, templates)).toEqual(
    buildArticle("Roof leak", await findSubject("Roof leak"), templates),
  );
});

test("repeats an unknown topic only in a question, and without claims", async () => {
  const getTitle = (name: string) =>
    builtArticles.find((entry) => entry.name === `topic ${name}`)?.article.hero.title;
  expect(getTitle("refrigerator not cooling")).toMatch(/^Refrigerator Not Cooling\? /);
  expect(getTitle("100% free inspection within minutes!!!")).not.toMatch(/free|100/i);
  for (const { subject, article } of builtArticles)
    if (subject.kind === "general")
      expect(article.sections.some(({ content }) => JSON.stringify(content).includes("$"))).toBe(
        false,
      );
});

test("no two articles are alike", () => {
  const texts = builtArticles.map((entry) => ({ ...entry, text: getText(entry.article) }));
  expect(
    findSimilarTexts(texts, (a, b) =>
      getSubjectKey(a) === getSubjectKey(b) ? MAX_SAME_SUBJECT_OVERLAP : MAX_OVERLAP,
    ),
  ).toEqual([]);
});

test("an article reuses only the lists of a service's page", () => {
  for (const { name, subject, article } of builtArticles) {
    if (subject.kind === "general") continue;
    const page = shingles(JSON.stringify(subject.service));
    const own = shingles(
      article.sections
        .filter(({ type }) => type !== "list")
        .map(getSectionText)
        .join(". "),
    );
    expect(overlap(own, page), name).toBeLessThanOrEqual(MAX_PAGE_OVERLAP);
  }
});
