import { describe, expect, test } from "vitest";
import { parseContent } from "./parse-content.ts";

/** Exactly what the specification names. */
const content = () => ({
  meta: {
    title: "A title",
    description: "A description",
    keywords: "dripping tap, worn washer" as string | string[],
  },
  hero: { title: "Hero", subtitle: "Subtitle", imageUrl: "" },
  sections: [
    { type: "heading", content: "Where the water comes from" },
    { type: "list", content: ["Close the valve", "Take off the handle"] },
    { type: "image", content: "", imageUrl: "/art/plumbing-water.svg", imageAlt: "A pipe" },
  ] as Record<string, unknown>[],
  cta: { title: "Call", subtitle: "Now", phone: "(404) 555-0123" },
});

describe("content in the format of the specification", () => {
  test("is accepted, with ids for its sections, and keywords as one text or a list", () => {
    const read = parseContent(content());
    expect(read).toMatchObject({
      ...content(),
      meta: { keywords: ["dripping tap", "worn washer"] },
    });
    expect(new Set(read?.sections.map(({ id }) => id)).size).toBe(3);
    expect(
      parseContent({ ...content(), meta: { ...content().meta, keywords: ["one", "two"] } })?.meta
        .keywords,
    ).toEqual(["one", "two"]);
  });

  test("keeps existing ids and adds missing ones", () => {
    const sections = ["a", "a", "with space", undefined].map((id) => ({
      id,
      type: "paragraph",
      content: "x",
      imageUrl: null,
    }));
    const ids = parseContent({ ...content(), sections })?.sections.map(({ id }) => id) ?? [];
    expect(ids[0]).toBe("a");
    expect(new Set(ids).size).toBe(4);
  });

  test("is shortened to the limits of an article", () => {
    const read = parseContent({
      ...content(),
      meta: { title: "x".repeat(90), description: "y".repeat(200), keywords: [] },
    });
    expect([read?.meta.title.length, read?.meta.description.length]).toEqual([60, 160]);
  });

  test("is rejected when a required field is missing", () => {
    for (const part of ["meta", "hero", "sections", "cta"])
      expect(parseContent({ ...content(), [part]: undefined }), part).toBeNull();
    expect(parseContent({ ...content(), sections: [{ type: "video", content: "x" }] })).toBeNull();
    expect(parseContent({ ...content(), meta: { title: "A", description: "B" } })).toBeNull();
    expect([parseContent(null), parseContent("text"), parseContent({})]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
