import { expect, test } from "vitest";
import { createEmptyContent, parseImageUrl } from "./article-schema.ts";
import { listForeignImageOrigins, toShownArticle } from "./shown-article.ts";

const options = {
  tokens: { brand: "Henry's", "claim:licensed-insured": "licensed" },
  phone: "(800) 555-0199",
};
const show = (content: Partial<ReturnType<typeof createEmptyContent>> = {}, title = "A title") =>
  toShownArticle({ title, content: { ...createEmptyContent(), ...content } }, options);
const meta = (changes: object) => ({ ...createEmptyContent().meta, ...changes });
const STORED = "/media/0123456789abcdef0123456789abcdef-1200x800/1200.webp";

test("empty texts fall back to others, within the limits", () => {
  expect(show()).toMatchObject({
    meta: { title: "A title", description: "A title" },
    hero: { title: "A title", image: null },
    sections: [],
    cta: { phone: "(800) 555-0199" },
  });
  const opening = "Word ".repeat(100);
  const shown = show(
    { sections: [{ id: "1", type: "paragraph", content: opening }] },
    "Long title ".repeat(20),
  );
  expect(shown.meta.title.length).toBeLessThanOrEqual(60);
  expect(shown.meta.description).toMatch(/^Word Word .+\.\.\.$/);
  expect(shown.meta.description.length).toBeLessThanOrEqual(160);
});

test("tokens are replaced everywhere, even if the text becomes too long", () => {
  const shown = show({
    meta: meta({ title: "{brand} ".repeat(7) }),
    sections: [
      {
        id: "1",
        type: "list",
        content: ["{claim:licensed-insured}", "{unknown}", "{constructor}"],
      },
    ],
  });
  expect(shown.meta.title).toBe("Henry's Henry's Henry's Henry's Henry's Henry's Henry's");
  expect(shown.sections).toEqual([
    { type: "list", items: ["licensed", "{unknown}", "{constructor}"] },
  ]);
});

test("sections without text or a permitted image are omitted", () => {
  const sections = [
    { id: "1", type: "paragraph" as const, content: "  " },
    { id: "2", type: "list" as const, content: ["", " "] },
    { id: "3", type: "heading" as const, content: [] },
    ...[
      "",
      "http://example.com/a.png",
      "javascript:alert(1)",
      "data:image/png;base64,AA",
      "//example.com/a.png",
      "https://*/a.png",
      "https://a;script-src/a.png",
    ].map((imageUrl) => ({
      id: "4",
      type: "image" as const,
      content: "",
      imageUrl,
    })),
  ];
  expect(show({ sections }).sections).toEqual([]);
});

test("a section whose content has another type is still shown as text", () => {
  const sections = [
    { id: "1", type: "paragraph" as const, content: ["One", "Two"] },
    { id: "2", type: "list" as const, content: "Alone" },
  ];
  expect(show({ sections }).sections).toEqual([
    { type: "paragraph", text: "One. Two" },
    { type: "list", items: ["Alone"] },
  ]);
});

test.each([
  ["(404) 555-0123", "(404) 555-0123"],
  ["+1 404 555 0123", "+1 404 555 0123"],
  ["", "(800) 555-0199"],
  ["555-0123", "(800) 555-0199"],
  ["<b>4045550123</b>", "(800) 555-0199"],
])("the phone %j is called as %j", (phone, called) =>
  expect(show({ cta: { title: "", subtitle: "", phone } }).cta.phone).toBe(called),
);

test("images of the media library are recognized by URL; other hosts are listed once, our own never", () => {
  const image = (imageUrl: string) => ({ id: "1", type: "image" as const, content: "", imageUrl });
  const shown = show({
    hero: { title: "", subtitle: "", imageUrl: STORED },
    sections: [
      image("https://img.example.com/a.png"),
      image("https://img.example.com/b.png"),
      image("https://cdn.example.com:8443/c.png"),
      image("https://own.example/art/x.svg"),
    ],
  });
  expect(shown.hero.image?.stored).toMatchObject({ width: 1200, height: 800 });
  expect(listForeignImageOrigins(shown, "https://own.example")).toEqual([
    "https://img.example.com",
    "https://cdn.example.com:8443",
  ]);
});

test("a host with a special meaning in a security policy is not listed", () => {
  for (const host of [
    "*",
    "*.example.com",
    "a;b",
    "a,b",
    "'self'",
    "a'b",
    "[::1]",
    "a_b.example.com",
  ])
    expect(parseImageUrl(`https://${host}/a.png`)).toBeNull();
  expect(parseImageUrl("https://Müller.example/a b.png")).toBe(
    "https://xn--mller-kva.example/a%20b.png",
  );
});
