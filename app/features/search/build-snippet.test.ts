import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSnippet, markMatches } from "./build-snippet.ts";

const matches = new Set(["leak", "roof"]);
const page = {
  name: "Sunrooms",
  summary: "Three-season rooms and porch conversions.",
  words: ["porch", "leaking sunroom"],
};

test("marks words that match, also in other forms, and no parts of words", () => {
  expect(markMatches("Roofers for leaks: leakproof.", matches)).toEqual([
    "",
    "Roofers",
    " for ",
    "leaks",
    ": leakproof.",
  ]);
  expect(markMatches("No match", matches)).toEqual(["No match"]);
});

test("keeps every character of any text", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 10 }), (text, word) => {
      expect(markMatches(text, new Set([word, ...matches])).join("")).toBe(text);
    }),
  );
  for (const text of [`<b>${"a".repeat(50_000)} leak</b>`, "\ud800 leak", "", "Henry’s 🔧 leak"])
    expect(markMatches(text, matches).join("")).toBe(text);
});

test("begins shortly before a match that stands late in a summary", () => {
  const summary =
    "Water removal, drying and repair after burst pipes, overflows, roof leaks and floods.";
  expect(buildSnippet({ ...page, summary }, matches)).toEqual([
    "... pipes, overflows, ",
    "roof",
    " ",
    "leaks",
    " and floods.",
  ]);
});

test("shows the sign or the phrase that matches where neither summary nor name does", () => {
  expect(buildSnippet(page, matches)).toEqual([
    "",
    "Leaking",
    " sunroom. Three-season rooms and porch conversions.",
  ]);
  expect(buildSnippet({ ...page, words: ["ac leaking"] }, matches)[0]).toBe("AC ");
  expect(buildSnippet({ ...page, words: ["roof leak", "Leak repair"] }, matches)[1]).toBe("Leak");
  const signs = ["The glass is foggy.", "Water leaks in."];
  expect(buildSnippet({ ...page, signs }, matches)).toEqual(["Water ", "leaks", " in."]);
  expect(buildSnippet({ ...page, name: "Roof windows", signs }, matches)).toEqual([page.summary]);
  expect(buildSnippet(page, new Set(["oil"]))).toEqual([page.summary]);
});
