import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, mergeChanges } from "#app/features/content-editor/merge-changes.ts";
import type { ArticleSection, ArticleValues } from "./article-schema.ts";
import {
  articleKind,
  createEmptyArticle,
  findMissingField,
  hasContent,
  parseArticleValues,
  withImage,
} from "./edit-article.ts";

const empty = createEmptyArticle();
const article = (changes: Partial<ArticleValues> = {}): ArticleValues => ({
  ...empty,
  title: "Tap",
  slug: "tap",
  content: { ...empty.content, hero: { ...empty.content.hero, title: "x" } },
  ...changes,
});
const withSections = (sections: ArticleSection[]) =>
  article({ content: { ...empty.content, sections } });

test("missing fields are reported in order", () => {
  expect(findMissingField(article())).toBeNull();
  for (const title of ["", " "])
    expect(findMissingField(article({ title, slug: "" }))).toEqual({
      message: "Please fill in title and slug",
      path: ["title"],
    });
  for (const slug of ["", "-", "?!"])
    expect(findMissingField(article({ slug }))).toEqual({
      message: "Please fill in title and slug",
      path: ["slug"],
    });
  expect(findMissingField(article({ content: empty.content }))).toEqual({
    message: "No content to save",
    path: ["content"],
  });
});

test.each<[string, Partial<ArticleValues["content"]>, boolean]>([
  ["meta alone", { meta: { title: "x", description: "x", keywords: ["x"] } }, false],
  [
    "empty sections",
    {
      sections: [
        { id: "a", type: "list", content: ["", " "] },
        { id: "b", type: "image", content: "", imageAlt: "x" },
      ],
    },
    false,
  ],
  ["a phone alone", { cta: { title: "", subtitle: "", phone: "555" } }, false],
  ["an item", { sections: [{ id: "a", type: "list", content: ["", "x"] }] }, true],
  [
    "an image",
    { sections: [{ id: "a", type: "image", content: "", imageUrl: "/art/a.svg" }] },
    true,
  ],
  ["a call to action", { cta: { title: "Call", subtitle: "", phone: "" } }, true],
])("%s: content is %j, %s", (_name, changes, expected) =>
  expect(hasContent({ ...empty.content, ...changes })).toBe(expected),
);

test("stored values are parsed, or null when invalid", () => {
  expect(parseArticleValues({ ...article(), other: 1 })).toEqual(article());
  for (const stored of [
    null,
    "x",
    {},
    { ...article(), content: { sections: "none" } },
    { ...article(), title: "x".repeat(201) },
  ])
    expect(parseArticleValues(stored)).toBeNull();
});

test("chosen values are set in fields, parts of sections and keywords", () => {
  const values = withSections([{ id: "a", type: "image", content: "", imageAlt: "mine" }]);
  const put = articleKind.applyChanges(values, [
    { path: ["title"], value: "Theirs" },
    { path: ["content", "meta", "keywords"], value: ["k"] },
    { path: ["content", "sections", "a", "imageAlt"], value: "theirs" },
  ]);
  expect(put).toMatchObject({
    title: "Theirs",
    content: { meta: { keywords: ["k"] }, sections: [{ id: "a", imageAlt: "theirs" }] },
  });
  expect(values.content.sections[0]?.imageAlt).toBe("mine");
});

test.each([
  [
    "another image without alt text has none",
    { imageUrl: "/a.svg", imageAlt: "A" },
    { url: "/b.svg", alt: "" },
    "",
  ],
  [
    "another image uses its own alt text",
    { imageUrl: "/a.svg", imageAlt: "A" },
    { url: "/b.svg", alt: "B" },
    "B",
  ],
  [
    "alt text that was written before the image stays",
    { imageUrl: " ", imageAlt: "A" },
    { url: "/b.svg", alt: "" },
    "A",
  ],
  [
    "the same image keeps its alt text",
    { imageUrl: "/a.svg", imageAlt: "A" },
    { url: "/a.svg", alt: "" },
    "A",
  ],
])("%s", (_, before, image, imageAlt) => {
  expect(withImage({ id: "a", type: "image", content: "", ...before }, image)).toEqual({
    id: "a",
    type: "image",
    content: "",
    imageUrl: image.url,
    imageAlt,
  });
});

describe("two people", () => {
  const FIELDS = [
    ["title"],
    ["slug"],
    ["isActive"],
    ...["title", "description", "keywords"].map((name) => ["content", "meta", name]),
    ...["title", "subtitle", "imageUrl"].map((name) => ["content", "hero", name]),
    ...["title", "subtitle", "phone"].map((name) => ["content", "cta", name]),
  ];
  const PLACES = 4;
  const sectionOf = (id: string): ArticleSection => ({
    id,
    type: "image",
    content: "",
    imageUrl: "u",
    imageAlt: "a",
    imageCaption: "c",
  });
  const PARTS = ["content", "imageUrl", "imageAlt", "imageCaption"] as const;

  const action = fc.oneof(
    fc.record({ kind: fc.constant("field" as const), field: fc.nat(FIELDS.length - 1) }),
    fc.record({
      kind: fc.constant("part" as const),
      section: fc.nat(PLACES - 1),
      part: fc.constantFrom(...PARTS),
    }),
    fc.record({ kind: fc.constant("remove" as const), section: fc.nat(PLACES - 1) }),
    fc.record({ kind: fc.constant("add" as const), at: fc.nat(PLACES) }),
    fc.record({
      kind: fc.constant("move" as const),
      section: fc.nat(PLACES - 1),
      at: fc.nat(PLACES),
    }),
  );
  type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

  /** The field or section that an action changes; null for an added or moved section. */
  const targetOf = (done: Action) =>
    done.kind === "field"
      ? `f${done.field}`
      : done.kind === "add" || done.kind === "move"
        ? null
        : `s${done.section}`;

  function act(values: ArticleValues, done: Action, who: string, serial: number): ArticleValues {
    const changed = structuredClone(values);
    const { sections } = changed.content;
    const at = "section" in done ? sections.findIndex(({ id }) => id === String(done.section)) : -1;
    if (done.kind === "field") {
      const path = FIELDS[done.field] ?? [];
      const value: Json =
        path.at(-1) === "keywords"
          ? [who]
          : path.at(-1) === "isActive"
            ? who === "mine"
            : `${who}${serial}`;
      return articleKind.applyChanges(changed, [{ path, value }]);
    }
    if (done.kind === "add") sections.splice(done.at, 0, sectionOf(`${who}${serial}`));
    const section = sections[at];
    if (!section) return changed;
    if (done.kind === "part") section[done.part] = `${who}${serial}`;
    if (done.kind === "remove") sections.splice(at, 1);
    if (done.kind === "move") sections.splice(done.at, 0, ...sections.splice(at, 1));
    return changed;
  }

  test("any changes to different fields or sections are both kept without a conflict", () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 6 }),
        fc.array(action, { maxLength: 6 }),
        fc.nat(PLACES),
        (theirActions, wanted, count) => {
          const theirTargets = new Set(theirActions.map(targetOf));
          const actions = {
            theirs: theirActions,
            mine: wanted.filter(
              (done) => targetOf(done) === null || !theirTargets.has(targetOf(done)),
            ),
          };
          const base = withSections(
            Array.from({ length: count }, (_, at) => sectionOf(String(at))),
          );
          const play = (who: "theirs" | "mine") =>
            actions[who].reduce((values, done, serial) => act(values, done, who, serial), base);
          const [theirs, mine] = [play("theirs"), play("mine")];
          const { merged, conflicts } = mergeChanges({ base, theirs, mine });
          expect(conflicts).toEqual([]);
          const idsOf = ({ content: { sections } }: ArticleValues) =>
            sections.map(({ id }) => id).sort();
          const isKept = (id: string) =>
            [theirs, mine].every((side) => idsOf(side).includes(id)) || !idsOf(base).includes(id);
          expect(idsOf(merged)).toEqual(
            [...new Set([...idsOf(theirs), ...idsOf(mine)])].filter(isKept).sort(),
          );
          for (const { id, ...parts } of merged.content.sections)
            for (const part of PARTS) {
              const [was, other, own] = [base, theirs, mine].map(
                ({ content: { sections } }) =>
                  sections.find((section) => section.id === id)?.[part],
              );
              expect(parts[part]).toBe(
                own === undefined ? other : other === undefined ? own : own === was ? other : own,
              );
            }
          for (const path of FIELDS) {
            const [was, other, own, both] = [base, theirs, mine, merged].map((values) =>
              path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], values),
            );
            expect(both).toEqual(JSON.stringify(own) === JSON.stringify(was) ? other : own);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
