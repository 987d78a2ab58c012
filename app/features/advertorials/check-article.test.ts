import { expect, test } from "vitest";
import { createEmptyContent, parseImageUrl } from "./article-schema.ts";
import { checkArticle } from "./check-article.ts";

const plain = () => ({
  ...createEmptyContent(),
  meta: { title: "A slow drain", description: "What to try first.", keywords: [] },
  sections: [
    {
      id: "a",
      type: "paragraph" as const,
      content: "The water goes down slowly. Try a plunger first.",
    },
  ],
});

test("a plain article with a title and a description has no findings", () =>
  expect(checkArticle(plain())).toEqual([]));

test.each([
  "We guarantee it",
  "The best plumbers",
  "100% safe",
  "It always works",
  "Call for a free visit",
  "Our #1 plumbers",
  "Open 24/7",
  "Licensed and insured pros",
  "5-star help",
  "A pro within minutes",
  "The cheapest in town",
  "Pros in all major US cities",
  "In every major city",
  "15+ years of experience",
  "Over 20 years’ experience",
  "Decades of hands-on experience",
  "Act now",
  "Only 3 spots left",
  "9 out of 10 homeowners agree",
  "Our customers love it",
])("%s is a claim that needs proof", (content) => {
  const findings = checkArticle({
    ...plain(),
    sections: [{ id: "b", type: "paragraph", content }],
  });
  expect(findings.map(({ kind, field }) => [kind, field])).toEqual([
    ["claim", "content/sections/b/content"],
  ]);
});

test.each([
  "Always turn off the power first",
  "The best time to call is the morning",
  "Feel free to ask",
  "Use lead-free solder, free from oil",
  "After 15 years a heater is old",
  "Not every city asks for a permit",
  "New paint has not bonded to the old",
  "There is no hurry",
])("%s is not a claim", (content) =>
  expect(checkArticle({ ...plain(), sections: [{ id: "b", type: "paragraph", content }] })).toEqual(
    [],
  ),
);

test("texts for lists and search engines are checked too, each field separately", () => {
  const meta = { title: "The best plumbers", description: "Open 24/7.", keywords: [] };
  expect(
    checkArticle({ ...plain(), meta }, "A guaranteed fix").map(({ kind, field }) => [kind, field]),
  ).toEqual([
    ["claim", "title"],
    ["claim", "content/meta/title"],
    ["claim", "content/meta/description"],
  ]);
});

test("a claim token does not count as a claim of the text", () =>
  expect(
    checkArticle({
      ...plain(),
      cta: { title: "Pros who are {claim:licensed-insured}", subtitle: "", phone: "" },
    }),
  ).toEqual([]));

test("a free quote needs no warning", () =>
  expect(
    checkArticle({ ...plain(), cta: { title: "Get a free quote", subtitle: "", phone: "" } }),
  ).toEqual([]));

test("an image needs a URL that pages may load, and an alt text", () => {
  const findings = checkArticle({
    ...plain(),
    sections: [
      { id: "c", type: "image", content: "", imageUrl: "javascript:alert(1)", imageAlt: " " },
    ],
  });
  expect(findings.map(({ kind }) => kind)).toEqual(["image", "alt"]);
});

test("difficult texts are reported with their grade level", () => {
  const content =
    "Notwithstanding considerable architectural complexity, residential infrastructure modernization necessitates comprehensive multidisciplinary professional evaluation ".repeat(
      6,
    );
  expect(
    checkArticle({ ...plain(), sections: [{ id: "d", type: "paragraph", content }] }).map(
      ({ kind }) => kind,
    ),
  ).toEqual(["reading-level"]);
});

test("missing meta texts are reported", () =>
  expect(
    checkArticle({ ...plain(), meta: { title: "", description: "", keywords: [] } }).map(
      ({ kind }) => kind,
    ),
  ).toEqual(["meta", "meta"]));

test.each([
  ["https://example.com/a.png", "https://example.com/a.png"],
  ["/uploads/a-960.webp", "/uploads/a-960.webp"],
  ["//evil.example/a.png", null],
  ["/\\evil.example", null],
  ["http://example.com/a.png", null],
  ["https://user:pass@example.com/a.png", null],
  ["data:image/svg+xml,<svg/>", null],
  ["", null],
])("%s may be loaded: %s", (text, expected) => expect(parseImageUrl(text)).toBe(expected));

test("a sentence that stands in the text twice is found once, a warning may be repeated", () => {
  const sentence = "The water goes down slowly because grease has narrowed the pipe.";
  const warning = "Never mix two drain cleaners in the same pipe or bowl.";
  const sections = [sentence, warning, `${sentence} ${warning}`, sentence].map((content, at) => ({
    id: `s${at}`,
    type: "paragraph" as const,
    content,
  }));
  expect(checkArticle({ ...plain(), sections })).toEqual([
    {
      kind: "repeat",
      text: `“${sentence}” stands in the article twice.`,
      field: "content/sections/s2/content",
    },
  ]);
});

test.each([
  ["Refrigerator Not Cooling? Read This Before You Hire Anyone", ["subject"]],
  ["Slow Drain? Try a Plunger First", []],
])("%s over a text about drains: %j", (title, kinds) => {
  const content =
    "The drain is slow. Try a plunger first, with a wet cloth in the overflow. ".repeat(8);
  const article = {
    ...plain(),
    hero: { title, subtitle: "", imageUrl: "" },
    sections: [{ id: "a", type: "paragraph" as const, content }],
  };
  expect(
    checkArticle(article)
      .map(({ kind }) => kind)
      .filter((kind) => kind === "subject"),
  ).toEqual(kinds);
});
