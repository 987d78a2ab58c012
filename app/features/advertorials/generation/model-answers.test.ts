import { describe, expect, test } from "vitest";
import {
  type ArticleAnswer,
  articleAnswer,
  shortenToWholeWords,
  toArticle,
} from "./model-answers.ts";

const answer = (): ArticleAnswer => ({
  title: "A Slow Drain",
  subtitle: "What to try.",
  metaTitle: "A Slow Drain",
  metaDescription: "What to try first.",
  keywords: ["drain"],
  sections: [
    ...Array.from({ length: 6 }, (_, at) => ({
      type: "paragraph" as const,
      text: `The water goes down slowly, part ${at}.`,
    })),
    { type: "list", items: ["One", "Two"] },
    { type: "blockquote", text: "{persona}'s advice: look first." },
  ],
  ctaTitle: "Call",
  ctaSubtitle: "We look for pros who are {claim:licensed-insured}.",
});
const withText = (text: string) => ({ ...answer(), subtitle: text });
const HERO = "/art/auto.svg";

describe("a model's answer", () => {
  test("becomes an article with an id for each section and the site's phone number", () => {
    const article = toArticle(articleAnswer.parse(answer()), HERO);
    expect(article.sections.map(({ id }) => id)).toEqual([
      "s1",
      "s2",
      "s3",
      "s4",
      "s5",
      "s6",
      "s7",
      "s8",
    ]);
    expect(article).toMatchObject({
      hero: { title: "A Slow Drain", imageUrl: "/art/auto.svg" },
      cta: { phone: "" },
    });
  });
  test.each([
    "<b>bold</b>",
    "see https://x.example",
    "call 800 555 0199",
    "call (800) 555-0199",
    "{email} us",
    "{claim:five-star}",
    "a { brace",
  ])("is rejected with %s", (text) =>
    expect(articleAnswer.safeParse(withText(text)).success).toBe(false),
  );
  test("is rejected without a list, with too few sections, or with a token in its title", () => {
    const { sections } = answer();
    const [first] = sections;
    expect(
      articleAnswer.safeParse({
        ...answer(),
        sections: sections.map((section) => (section.type === "list" ? first : section)),
      }).success,
    ).toBe(false);
    expect(articleAnswer.safeParse({ ...answer(), sections: sections.slice(0, 7) }).success).toBe(
      false,
    );
    expect(articleAnswer.safeParse({ ...answer(), title: "{brand} helps" }).success).toBe(false);
  });
  test.each([
    ["slow — but sure", "slow, but sure"],
    ["$100–$300", "$100-$300"],
    ["**bold** words", "bold words"],
  ])("%s is written %s", (text, plain) =>
    expect(articleAnswer.parse(withText(text)).subtitle).toBe(plain),
  );
  test("becomes an article without images: nobody has seen whether they fit the text", () => {
    const sections = [...answer().sections, { type: "image", drawing: "//evil.example/x.svg" }];
    const article = toArticle(articleAnswer.parse({ ...answer(), sections }), HERO);
    expect(article.sections).toEqual(toArticle(answer(), HERO).sections);
  });
});

test.each([
  ["one two three", 9, "one two"],
  ["one two", 7, "one two"],
  ["one, two", 6, "one"],
  ["abcdefgh", 4, "abcd"],
])("%j with at most %i characters: %j", (text, maxLength, cut) =>
  expect(shortenToWholeWords(text, maxLength)).toBe(cut),
);
