import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import { emptyQuote } from "../../schema.ts";
import {
  clearDraft,
  findContact,
  getDraftKey,
  loadDraft,
  type StoredDraft,
  saveDraft,
} from "./draft-storage.ts";

/** Session storage of a browser tab. */
const tab = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => tab.get(key) ?? null,
  setItem: (key: string, text: string) => tab.set(key, text),
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => tab.clear());

const quiz = { slug: "clogged-drain", answers: [] };
const draft = (changes: Partial<StoredDraft> = {}): StoredDraft => ({
  step: 4,
  values: buildQuote(),
  startedAt: 1,
  startZip: "",
  startSign: "",
  quizAnswers: "",
  zipOf: { address: "78701", city: "78701", state: "78701" },
  suggestedUrgency: "",
  undo: null,
  ...changes,
});
const plumbing = getDraftKey({ serviceType: "Plumbing" });
const roofing = getDraftKey({ serviceType: "Roofing" });

test("a draft is kept for each service and the quiz it came from", () => {
  const keys = [
    plumbing,
    roofing,
    getDraftKey({ serviceType: "Plumbing", quiz }),
    getDraftKey({ serviceType: "Plumbing", quiz: { ...quiz, slug: "water-leak" } }),
    getDraftKey({}),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(getDraftKey({ serviceType: "" })).toBe(getDraftKey({ serviceType: "General Service" }));
  expect(getDraftKey({ serviceType: "Plumbing", quiz })).toBe(
    getDraftKey({ serviceType: "Plumbing", quiz: { ...quiz } }),
  );
});

test("answers for one service never show up in the form for another", () => {
  saveDraft(plumbing, draft());
  expect(loadDraft(roofing)).toBeNull();
  saveDraft(
    roofing,
    draft({ step: 2, values: { ...emptyQuote, description: "Shingles are gone" } }),
  );
  expect(loadDraft(plumbing)).toEqual(draft());
  expect(loadDraft(roofing)?.values.description).toBe("Shingles are gone");
});

test("sending a request clears only its own draft", () => {
  saveDraft(plumbing, draft());
  saveDraft(roofing, draft());
  clearDraft(plumbing);
  expect(loadDraft(plumbing)).toBeNull();
  expect(loadDraft(roofing)).toEqual(draft());
});

test.each([
  "{not json",
  "null",
  "[]",
  "7",
  `{${JSON.stringify(roofing)}:null}`,
  `{${JSON.stringify(roofing)}:{"step":0,"values":{}}}`,
  `{${JSON.stringify(roofing)}:{"step":2}}`,
])("damaged storage (%s) counts as no draft, and the next one can be saved", (text) => {
  tab.set("quote-drafts", text);
  expect(loadDraft(roofing)).toBeNull();
  expect(findContact(plumbing)).toBeNull();
  saveDraft(roofing, draft());
  expect(loadDraft(roofing)).toEqual(draft());
});

test("stored fields that are unknown or not text are dropped", () => {
  const damaged = { name: 7, city: "Macon", stranger: "x" };
  tab.set(
    "quote-drafts",
    JSON.stringify({
      [roofing]: { ...draft(), values: damaged, undo: { reason: "zip", step: 1, values: damaged } },
    }),
  );
  expect(loadDraft(roofing)).toMatchObject({
    values: { ...emptyQuote, city: "Macon" },
    undo: { values: { city: "Macon" } },
  });
  expect(Object.keys(loadDraft(roofing)?.undo?.values ?? {})).toEqual(["city"]);
});

test("offers name and phone of another request, not those of the request itself", () => {
  saveDraft(roofing, draft({ values: emptyQuote, step: 1 }));
  expect(findContact(roofing)).toBeNull();
  saveDraft(plumbing, draft());
  expect(findContact(plumbing)).toBeNull();
  const { name, phone, email } = buildQuote();
  expect(findContact(roofing)).toEqual({ name, phone, email });
});

test("offers name and phone that the request lost when its answers were replaced", () => {
  saveDraft(
    roofing,
    draft({
      values: emptyQuote,
      undo: { reason: "hero-zip", step: 1, values: buildQuote({ name: "Kept" }) },
    }),
  );
  expect(findContact(roofing)).toMatchObject({ name: "Kept" });
});
