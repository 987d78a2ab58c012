import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PublicArticle } from "#app/features/advertorials/published.server.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { createSiteSearch } from "./create-site-search.ts";
import { listSearchDocuments } from "./list-search-documents.server.ts";
import { searchSite } from "./queries.server.ts";
import type { SearchDocument } from "./schema.ts";

const site = siteSettingsSchema.parse({});
const quiz: PublicQuiz = {
  id: "7f1c0f58-1c39-4b35-9d3e-6c0a1f6f2c11",
  slug: "ac-not-cooling",
  previousSlugs: [],
  title: "Why Is My AC Not Cooling?",
  description: "Ten questions about an air conditioner that blows warm.",
  serviceType: "HVAC",
  services: [],
  questions: [],
  dangers: [],
  thresholds: { posterior: 0.45, margin: 0.1 },
  isActive: true,
  updatedAt: new Date("2026-11-21T00:00:00Z"),
};
const article: PublicArticle = {
  id: "0190163d-8694-739b-aea5-966c26f8ad91",
  slug: "silent-pipes",
  previousSlugs: [],
  title: "Silent pipes",
  isActive: true,
  createdAt: new Date("2026-11-20T00:00:00Z"),
  updatedAt: new Date("2026-11-21T00:00:00Z"),
  content: {
    meta: {
      title: "",
      description: "What to do about pipes that knock.",
      keywords: ["water hammer"],
    },
    hero: { title: "Silent Pipes, Says {brand}", subtitle: "", imageUrl: "" },
    sections: [{ id: "1", type: "heading", content: "Arrestors and air chambers" }],
    cta: { title: "", subtitle: "", phone: "" },
  },
};
const published = { quizzes: [quiz], articles: [] };
const documents = listSearchDocuments(site, published);
const search = createSiteSearch(documents);
const names = (query: string, limit = 3) => search(query, limit).map((hit) => hit.name);

describe("a search of the real pages", () => {
  test("finds every page by its own name among the first three", () => {
    expect(
      documents
        .filter(({ name, path }) => !search(name, 3).some((hit) => hit.path === path))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test("matches the first letters of the last word", () => {
    expect(names("plu", 1)).toEqual(["Plumbing"]);
    expect(names("garage d", 1)).toEqual(["Garage Doors"]);
  });

  test("finds external pages instead of their placeholders, and omits pages that are coming soon", () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toContain("/quiz/ac-not-cooling");
    expect(paths).not.toContain("/resources/articles-quizzes/ac-not-cooling");
    expect(paths).not.toContain("/resources/support-faqs/submit-a-review");
  });

  test("finds published quizzes, and only those", async () => {
    const brakes = { ...quiz, slug: "grinding-brakes", title: "What Makes My Brakes Grind?" };
    expect(
      await searchSite(site, { ...published, quizzes: [quiz, brakes] }, "brakes grind", 3),
    ).toContainEqual(expect.objectContaining({ path: "/quiz/grinding-brakes", kind: "Quiz" }));
    expect(
      (await searchSite(site, published, "brakes grind", 8)).map(({ path }) => path),
    ).not.toContain("/quiz/grinding-brakes");
    expect(
      listSearchDocuments(site, { ...published, quizzes: [] }).map(({ path }) => path),
    ).not.toContain("/quiz/ac-not-cooling");
  });

  test("finds published articles by title, headings and keywords, and only those", async () => {
    for (const query of ["silent pipes", "arrestors", "water hammer"])
      expect(await searchSite(site, { ...published, articles: [article] }, query, 1)).toEqual([
        {
          path: "/articles/silent-pipes",
          name: "Silent Pipes, Says Henry's Helpline",
          kind: "Article",
          snippet:
            query === "silent pipes"
              ? ["What to do about ", "pipes", " that knock."]
              : ["What to do about pipes that knock."],
          scene: "articles-quizzes",
        },
      ]);
    expect(
      (await searchSite(site, published, "arrestors", 8)).map(({ path }) => path),
    ).not.toContain("/articles/silent-pipes");
  });

  test("shows no raw token, and uses changed settings at once", async () => {
    expect(JSON.stringify(documents)).not.toMatch(/\{[a-z-]+(?::[a-z0-9-]+)?\}/i);
    const other = siteSettingsSchema.parse({ brand: "Otherwise Helpers" });
    expect((await searchSite(other, published, "meet otherwise", 1))[0]?.name).toBe(
      "Meet Otherwise Helpers",
    );
    expect((await searchSite(site, published, "meet henry", 1))[0]?.name).toBe(
      "Meet Henry's Helpline",
    );
  });
});

test.each(["", "   ", "?!", "the", "\0"])("finds nothing for %j", (query) =>
  expect(search(query, 8)).toEqual([]),
);

test("ignores what follows the first hundred characters", () => {
  expect(search(`${"zq ".repeat(33)}z plumbing`, 8)).toEqual([]);
});

test("handles any text", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 })),
      fc.integer({ min: 0, max: 30 }),
      (query, limit) => {
        const hits = search(query, limit);
        expect(hits.length).toBeLessThanOrEqual(limit);
        expect(new Set(hits.map((hit) => hit.path)).size).toBe(hits.length);
      },
    ),
  );
  for (const query of ["__proto__", "constructor", "toString hasOwnProperty", "*", "\ud800"])
    expect(() => search(query, 8)).not.toThrow();
});

test("merges two documents of one path into one hit with the words of both", () => {
  const page = (name: string, words: string[]): SearchDocument => ({
    path: "/one",
    name,
    kind: "Page",
    summary: "About it.",
    scene: "about-us",
    words,
  });
  const both = createSiteSearch([page("First", ["apple"]), page("Second", ["banana"])]);
  for (const query of ["first", "second", "apple", "banana"])
    expect(both(query, 5)).toMatchObject([
      { path: "/one", name: "First", kind: "Page", summary: "About it." },
    ]);
  expect(createSiteSearch([])("apple", 5)).toEqual([]);
});
