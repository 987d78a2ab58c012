import { expect, test } from "vitest";
import { mergeChanges } from "#app/features/content-editor/merge-changes.ts";
import type { ArticleSection, ArticleValues } from "./article-schema.ts";
import { describeConflicts, listDifferences } from "./describe-changes.ts";
import { createEmptyArticle } from "./edit-article.ts";

const paragraph = (id: string, content: ArticleSection["content"] = id): ArticleSection => ({
  id,
  type: "paragraph",
  content,
});
const image = (id: string, changes: Partial<ArticleSection> = {}): ArticleSection => ({
  id,
  type: "image",
  content: "",
  imageUrl: "/art/a.svg",
  imageAlt: "A",
  ...changes,
});
const article = (
  sections: ArticleSection[],
  changes: Partial<ArticleValues> = {},
): ArticleValues => {
  const empty = createEmptyArticle();
  return {
    ...empty,
    title: "Tap",
    slug: "tap",
    ...changes,
    content: { ...empty.content, sections, ...changes.content },
  };
};
const labelled = (list: { label: string; theirs: string; mine: string }[]) =>
  list.map(({ label, theirs, mine }) => [label, theirs, mine]);
const clash = (base: ArticleValues, theirs: ArticleValues, mine: ArticleValues) =>
  labelled(describeConflicts(mergeChanges({ base, theirs, mine }).conflicts, { theirs, mine }));

test("fields have the names that the editor shows, and readable values", () => {
  const { content } = article([]);
  const changed = (name: string, isActive: boolean): ArticleValues => ({
    title: name,
    slug: name,
    isActive,
    content: {
      meta: { title: name, description: name, keywords: [name, "x"] },
      hero: { title: name, subtitle: name, imageUrl: name },
      sections: [],
      cta: { title: name, subtitle: name, phone: name },
    },
  });
  expect(
    clash(
      { ...article([]), content, isActive: null as never },
      changed("t", true),
      changed("m", false),
    ),
  ).toEqual([
    ["Title", "t", "m"],
    ["URL slug", "t", "m"],
    ["Active", "Yes", "No"],
    ["SEO title", "t", "m"],
    ["Meta description", "t", "m"],
    ["Keywords", "t\nx", "m\nx"],
    ["Hero title", "t", "m"],
    ["Hero subtitle", "t", "m"],
    ["Hero image", "t", "m"],
    ["Call to action, title", "t", "m"],
    ["Call to action, subtitle", "t", "m"],
    ["Call to action, phone", "t", "m"],
  ]);
});

test("sections are named by number and type, and their parts by name", () => {
  const base = article([paragraph("a"), image("b"), { id: "c", type: "list", content: ["x"] }]);
  const theirs = article([
    paragraph("a", "theirs"),
    image("b", { imageAlt: "theirs", imageCaption: "theirs" }),
    { id: "c", type: "list", content: ["x", "y"] },
  ]);
  const mine = article([
    paragraph("n", "new"),
    paragraph("a", "mine"),
    image("b", { imageAlt: "mine", imageCaption: "mine" }),
    { id: "c", type: "list", content: ["z"] },
  ]);
  expect(clash(base, theirs, mine)).toEqual([
    ["Section 2 (paragraph)", "theirs", "mine"],
    ["Section 3 (image), alt text", "theirs", "mine"],
    ["Section 3 (image), caption", "theirs", "mine"],
    ["Section 4 (list)", "x\ny", "z"],
  ]);
});

test("an earlier version differs by what was removed, added, moved and changed", () => {
  const earlier = article(
    [paragraph("a"), paragraph("b", "before"), paragraph("c"), image("d", { imageUrl: "" })],
    { title: "Earlier" },
  );
  const now = article([paragraph("c"), paragraph("b", "after"), image("e")]);
  expect(labelled(listDifferences(earlier, now))).toEqual([
    ["Title", "Earlier", "Tap"],
    ["Section 2 (paragraph)", "before", "after"],
    ["Section 1 (paragraph) (removed since)", "a", ""],
    ["Section 4 (image) (removed since)", "", ""],
    ["Section 3 (image) (added since)", "", "/art/a.svg"],
    ["Sections", "Different order", "Current order"],
  ]);
  expect(listDifferences(now, now)).toEqual([]);
});

test("sections that were added to or removed from an empty article are each listed", () => {
  expect(labelled(listDifferences(article([]), article([paragraph("a")])))).toEqual([
    ["Section 1 (paragraph) (added since)", "", "a"],
  ]);
  expect(labelled(listDifferences(article([paragraph("a")]), article([])))).toEqual([
    ["Section 1 (paragraph) (removed since)", "a", ""],
  ]);
});
