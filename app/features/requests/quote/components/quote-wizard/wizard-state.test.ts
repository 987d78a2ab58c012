import { describe, expect, test } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import type { QuoteDraft, QuoteField } from "../../fields.ts";
import { emptyQuote } from "../../schema.ts";
import type { StoredDraft } from "./draft-storage.ts";
import { openDraft } from "./open-draft.ts";
import {
  buildInitialState,
  canStartOver,
  reduceWizard,
  showsSign,
  type WizardState,
} from "./wizard-state.ts";

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

describe("typing another complete ZIP code", () => {
  const filled = opened(stored({}, { step: 1 }));

  test("clears the street and updates city and state; Undo restores the place", () => {
    let state = type(filled, { zipCode: "" });
    expect(state.values.address).toBe("12 Elm Street");
    state = type(state, { zipCode: "90210" });
    expect(state.values).toMatchObject({
      ...blankPlace,
      zipCode: "90210",
      description: "Kitchen pipe leaks",
    });
    state = reduceWizard(state, {
      type: "place",
      zip: "90210",
      city: "Beverly Hills",
      state: "CA",
    });
    expect(state.values).toMatchObject({ ...beverlyHills, address: "" });
    expect(reduceWizard(state, { type: "undo" }).values).toMatchObject(atlanta);
  });

  test("restores the street when the old ZIP code is typed again", () => {
    const state = type(filled, { zipCode: "90210" });
    expect(type(state, { zipCode: "30301" })).toMatchObject({ values: atlanta, undo: null });
  });

  test("changes nothing when the same ZIP code is typed again", () => {
    expect(type(type(filled, { zipCode: "3030" }), { zipCode: "30301" }).values).toMatchObject(
      atlanta,
    );
  });

  test("keeps a street that was typed while the ZIP code was incomplete", () => {
    const state = type(
      type(filled, {
        zipCode: "902",
        address: "1 Rodeo Drive",
        city: "Beverly Hills",
        state: "ca",
      }),
      { zipCode: "90210" },
    );
    expect(state).toMatchObject({
      values: { ...beverlyHills, address: "1 Rodeo Drive" },
      undo: null,
    });
  });

  test("keeps a street that was typed before the first ZIP code", () => {
    const state = type(opened(openDraft({ stored: null, prefill: {}, now })), {
      address: "12 Elm Street",
      zipCode: "30301",
    });
    expect(state).toMatchObject({ values: { address: "12 Elm Street" }, undo: null });
    expect(type(state, { zipCode: "90210" })).toMatchObject({
      values: { address: "" },
      undo: { reason: "zip", values: { address: "12 Elm Street", zipCode: "30301" } },
    });
  });

  test("keeps a street that the browser autofilled together with the ZIP code", () => {
    let state = filled;
    const autofilled = new Set<string>();
    for (const [field, value] of Object.entries({
      address: "1 Rodeo Drive",
      city: "Beverly Hills",
      state: "CA",
      zipCode: "90210",
    }) as [QuoteField, string][]) {
      autofilled.add(field);
      state = reduceWizard(state, { type: "change", field, value, autofilled });
    }
    expect(state).toMatchObject({
      values: { ...beverlyHills, address: "1 Rodeo Drive" },
      undo: null,
    });
  });

  test("a second new ZIP code still offers Undo for the first street, until a new street is typed", () => {
    const state = type(filled, { zipCode: "90210", city: "Beverly Hills" });
    const again = type(state, { zipCode: "10001" });
    expect(again).toMatchObject({
      values: { ...blankPlace, zipCode: "10001" },
      undo: { values: atlanta },
    });
    expect(type(again, { address: "5 Broadway" }).undo).toBeNull();
  });
});

test("a place lookup fills only blank fields, and only if the ZIP code is still the same", () => {
  const state = type(opened(openDraft({ stored: null, prefill: {}, now })), {
    zipCode: "90210",
    city: "Los Angeles",
  });
  const place = { type: "place", zip: "90210", city: "Beverly Hills", state: "CA" } as const;
  expect(reduceWizard(state, place).values).toMatchObject({ city: "Los Angeles", state: "CA" });
  expect(reduceWizard(type(state, { zipCode: "9021" }), place).values.state).toBe("");
});

test("Start over clears every field and goes to step 1, and can be undone", () => {
  const before = opened(stored());
  const after = reduceWizard(before, { type: "start-over" });
  expect(after).toMatchObject({ step: 1, values: emptyQuote });
  expect(reduceWizard(after, { type: "undo" })).toMatchObject({ step: 4, values: before.values });
});

test("the contact of another request fills only blank fields", () => {
  const state = type(buildInitialState({}), { email: "new@example.com" });
  const contact = { name: "Sam Rivera", phone: "5125550142", email: "" };
  expect(reduceWizard(state, { type: "contact", contact }).values).toMatchObject({
    ...contact,
    email: "new@example.com",
  });
});

describe("how soon help is needed answers when the work should happen", () => {
  const empty = opened(openDraft({ stored: null, prefill: {}, now }));
  const choose = (state: WizardState, ...timeframes: string[]) =>
    timeframes.reduce((before, timeframe) => type(before, { timeframe }), state);

  test.each([
    ["emergency", "today-asap"],
    ["urgent", "this-week"],
    ["soon", "this-month"],
    ["planning", "just-researching"],
  ])("%s chooses %s", (timeframe, urgencyLevel) =>
    expect(choose(empty, timeframe).values.urgencyLevel).toBe(urgencyLevel),
  );

  test("again after going back, as long as the visitor did not answer it", () =>
    expect(choose(empty, "emergency", "planning").values.urgencyLevel).toBe("just-researching"));

  test("but never in place of the visitor's own answer, not even after it was the suggested one", () => {
    const answered = type(choose(empty, "planning"), { urgencyLevel: "this-month" });
    expect(choose(answered, "soon", "emergency").values.urgencyLevel).toBe("this-month");
  });

  test("and a restored draft still tells the two apart", () => {
    const restore = (state: WizardState) =>
      opened(openDraft({ stored: { ...state, step: 2 }, prefill: {}, now }));
    const suggested = choose(empty, "emergency");
    expect(restore(suggested).values.urgencyLevel).toBe("today-asap");
    expect(choose(restore(suggested), "soon").values.urgencyLevel).toBe("this-month");
    const answered = type(suggested, { urgencyLevel: "this-week" });
    expect(choose(restore(answered), "soon").values.urgencyLevel).toBe("this-week");
  });

  test("also after Start over was undone", () => {
    const answered = type(choose(empty, "emergency"), { urgencyLevel: "this-week" });
    const undone = (["start-over", "undo"] as const).reduce(
      (state, action) => reduceWizard(state, { type: action }),
      answered,
    );
    expect(choose(undone, "planning").values.urgencyLevel).toBe("this-week");
  });
});

test("a second tap on Continue or Go Back leaves the other step alone", () => {
  const answered = opened(stored({}, { step: 1 }));
  const moved = reduceWizard(answered, { type: "continue", from: 1 });
  expect(moved).toMatchObject({ step: 2, errors: {}, refusals: answered.refusals });
  expect(reduceWizard(moved, { type: "continue", from: 1 })).toBe(moved);
  const third = reduceWizard(moved, { type: "continue", from: 2 });
  const back = reduceWizard(third, { type: "back", from: 3 });
  expect(back.step).toBe(2);
  expect(reduceWizard(back, { type: "back", from: 3 })).toBe(back);
});

test("Start over is offered once the visitor did more than follow a link", () => {
  const prefill = { ...beverlyHills, description: "The meter turns." };
  const untouched = opened(openDraft({ stored: null, prefill, now }));
  expect(canStartOver(untouched)).toBe(false);
  expect(canStartOver(opened(openDraft({ stored: untouched, prefill: {}, now })))).toBe(false);
  expect(canStartOver(type(untouched, { description: "" }))).toBe(false);
  for (const changes of [
    { address: "1 Rodeo Drive" },
    { zipCode: "30301" },
    { description: "The meter turns. Since May." },
  ])
    expect(canStartOver(type(untouched, changes))).toBe(true);
  expect(canStartOver({ ...untouched, step: 2 })).toBe(true);
  expect(canStartOver(type(buildInitialState({}), { city: "Macon" }))).toBe(true);
});

test("the chosen sign is shown up to its field, and at the step where the form opens", () => {
  const sign = "The meter turns.";
  const at = (step: number, openStep: number) =>
    showsSign({ ...buildInitialState({ description: sign }), step, openStep }, sign);
  expect([at(1, 1), at(2, 1), at(3, 1), at(3, 3), at(4, 3)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(showsSign(buildInitialState({}), sign)).toBe(false);
  expect(showsSign(buildInitialState({}), "")).toBe(false);

  const reopened = opened(openDraft({ stored: stored(), prefill: { description: sign }, now }));
  expect(reopened.openStep).toBe(4);
  expect(showsSign(reopened, sign)).toBe(true);
});
