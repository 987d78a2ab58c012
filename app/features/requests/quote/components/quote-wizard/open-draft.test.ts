import { describe, expect, test } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import type { QuoteDraft, QuoteField } from "../../fields.ts";
import { emptyQuote } from "../../schema.ts";
import type { StoredDraft } from "./draft-storage.ts";
import { openDraft } from "./open-draft.ts";
import { buildInitialState, reduceWizard, type WizardState } from "./wizard-state.ts";

const now = Date.parse("2026-05-04T10:00:00Z");
const atlanta = { address: "12 Elm Street", city: "Atlanta", state: "GA", zipCode: "30301" };
const beverlyHills = { zipCode: "90210", city: "Beverly Hills", state: "CA" };
const blankPlace = { address: "", city: "", state: "", zipCode: "" };

const zipOf = (zip: string) => ({ address: zip, city: zip, state: zip });
const stored = (
  changes: Partial<QuoteDraft> = {},
  rest: Partial<StoredDraft> = {},
): StoredDraft => ({
  step: 4,
  values: buildQuote({ ...atlanta, description: "Kitchen pipe leaks", ...changes }),
  startedAt: now - 60_000,
  startZip: "30301",
  startSign: "",
  quizAnswers: "",
  zipOf: zipOf(changes.zipCode ?? "30301"),
  suggestedUrgency: "",
  undo: null,
  ...rest,
});

const type = (state: WizardState, changes: Partial<QuoteDraft>) =>
  (Object.entries(changes) as [QuoteField, string][]).reduce(
    (before, [field, value]) => reduceWizard(before, { type: "change", field, value }),
    state,
  );
const opened = (draft: StoredDraft) => reduceWizard(buildInitialState({}), { type: "open", draft });

describe("the wizard opens", () => {
  test("without a draft: at step 1, with the values from the link", () => {
    expect(openDraft({ stored: null, prefill: beverlyHills, now })).toEqual({
      step: 1,
      values: { ...emptyQuote, ...beverlyHills },
      startedAt: now,
      startZip: "90210",
      startSign: "",
      quizAnswers: "",
      zipOf: zipOf("90210"),
      suggestedUrgency: "",
      undo: null,
    });
  });

  test("with a draft for this service: at the step where the visitor left it", () => {
    const draft = stored();
    expect(openDraft({ stored: draft, prefill: {}, now })).toEqual(draft);
    expect(
      openDraft({ stored: draft, prefill: { zipCode: "30301", city: "Other", state: "GA" }, now }),
    ).toEqual(draft);
  });

  test("never past a step that lacks an answer", () => {
    expect(openDraft({ stored: stored({ timeframe: "" }), prefill: {}, now }).step).toBe(2);
    expect(openDraft({ stored: stored({ address: " " }), prefill: {}, now }).step).toBe(1);
  });

  test("with another ZIP code from the hero: empty at step 1, and Undo restores the draft", () => {
    const draft = openDraft({ stored: stored(), prefill: beverlyHills, now });
    expect(draft).toMatchObject({ step: 1, values: { ...emptyQuote, ...beverlyHills } });
    const undone = reduceWizard(opened(draft), { type: "undo" });
    expect(undone.values).toEqual(stored().values);
    expect(undone.step).toBe(1);
    expect(undone.undo).toBeNull();
  });

  test("with another ZIP code from the hero: without an Undo notice if the draft had no other answers", () => {
    expect(
      openDraft({
        stored: stored(
          { ...emptyQuote, zipCode: "30301", city: "Atlanta", state: "GA" },
          { step: 1 },
        ),
        prefill: beverlyHills,
        now,
      }).undo,
    ).toBeNull();
  });

  test("with the first complete ZIP code: with the street that was typed before it", () => {
    for (const zipCode of ["", "303"]) {
      const draft = openDraft({
        stored: stored({ zipCode, city: "", state: "" }, { step: 1, zipOf: zipOf("") }),
        prefill: beverlyHills,
        now,
      });
      expect(draft).toMatchObject({
        step: 1,
        undo: null,
        values: { address: "12 Elm Street", ...beverlyHills },
      });
    }
  });

  test("after a reload of the quote page: with the ZIP code that was changed in the form", () => {
    const draft = stored({ ...beverlyHills, address: "1 Rodeo Drive" });
    const prefill = { zipCode: "30301", city: "Atlanta", state: "GA" };
    expect(openDraft({ stored: draft, prefill, isPage: true, now })).toEqual(draft);
    expect(openDraft({ stored: draft, prefill, now }).values).toMatchObject({
      address: "",
      ...prefill,
    });
  });

  test("after the same quiz with other answers: at step 1, with the draft's answers", () => {
    const draft = stored({}, { quizAnswers: "[1]" });
    expect(openDraft({ stored: draft, prefill: {}, quizAnswers: "[1]", now })).toEqual(draft);
    expect(openDraft({ stored: draft, prefill: {}, quizAnswers: "[2]", now })).toEqual({
      ...draft,
      step: 1,
      quizAnswers: "[2]",
    });
  });

  test("with a ZIP code typed before the script loaded: without the old place, which Undo restores", () => {
    const draft = openDraft({ stored: stored(), prefill: {}, typed: { zipCode: "90210" }, now });
    expect(draft).toMatchObject({
      step: 1,
      values: { ...blankPlace, zipCode: "90210", description: "Kitchen pipe leaks" },
      undo: { reason: "zip" },
    });
    expect(reduceWizard(opened(draft), { type: "undo" }).values).toMatchObject(atlanta);
    const whole = { ...beverlyHills, address: "1 Rodeo Drive" };
    expect(openDraft({ stored: stored(), prefill: {}, typed: whole, now })).toMatchObject({
      values: whole,
      undo: null,
    });
  });

  test("after a reload while a new ZIP code was half typed: the new one still clears the old street", () => {
    const partial = type(opened(stored({}, { step: 1 })), { zipCode: "902" });
    const reloaded = opened(openDraft({ stored: partial, prefill: {}, now }));
    expect(type(reloaded, { zipCode: "90210" })).toMatchObject({
      values: { ...blankPlace, zipCode: "90210" },
      undo: { reason: "zip" },
    });
    expect(openDraft({ stored: partial, prefill: beverlyHills, now })).toMatchObject({
      values: { ...beverlyHills, address: "" },
      undo: { reason: "zip" },
    });
  });

  test("with values typed before the script loaded: at step 1, with those values", () => {
    expect(
      openDraft({ stored: stored(), prefill: {}, typed: { address: "7 Early Lane" }, now }),
    ).toMatchObject({ step: 1, values: { address: "7 Early Lane", city: "Atlanta" } });
  });

  test("with a sign that was chosen on the page: added once to what was written before", () => {
    const prefill = { description: "The meter keeps turning." };
    const draft = openDraft({ stored: stored(), prefill, now });
    expect(draft.values.description).toBe("Kitchen pipe leaks\nThe meter keeps turning.");
    expect(openDraft({ stored: draft, prefill, now }).values.description).toBe(
      draft.values.description,
    );
    expect(openDraft({ stored: null, prefill, now }).values.description).toBe(prefill.description);
  });

  test("with another sign: instead of an earlier one that the visitor left as it was", () => {
    const first = openDraft({ stored: null, prefill: { description: "The meter turns." }, now });
    const prefill = { description: "The drain smells." };
    const next = openDraft({ stored: first, prefill, now });
    expect(next.values.description).toBe("The drain smells.");
    expect(openDraft({ stored: next, prefill: {}, now }).startSign).toBe("The drain smells.");
    const part = openDraft({ stored: next, prefill: { description: "The drain" }, now });
    expect(part.values.description).toBe("The drain");

    const written = type(opened(first), { description: "The meter turns. Since May." });
    expect(openDraft({ stored: written, prefill, now }).values.description).toBe(
      "The meter turns. Since May.\nThe drain smells.",
    );
  });
});
