import { describe, expect, test } from "vitest";
import { type ModelValues, modelValuesSchema } from "../editor/schema.ts";
import { diagnosisDataSchema, type Question } from "../schema.ts";
import { mergeModels } from "./merge-models.ts";
import {
  createOutcomeForm,
  createRuleForm,
  parseModelForm,
  parseWeight,
  toModelForm,
} from "./model-form.ts";

const question = (id: string, options: string[]): Question => ({
  id,
  questionText: `Question ${id}?`,
  options,
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: "",
  optionIds: options.map((text) => `id-${text}`),
});
const QUESTIONS = [question("1", ["a", "b", "c"]), question("2", ["d", "e"])];
const outcome = (id: number, weights: Record<string, number> = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  bias: -1.5,
  weights,
  data: diagnosisDataSchema.parse({ diagnosis: `Outcome ${id}`, causes: ["One", "Two"] }),
});
const values: ModelValues = {
  outcomes: [outcome(1, { "1:0": 2, "2:1": -0.7 }), outcome(2), outcome(3)],
  rules: [
    {
      id: "00000000-0000-4000-8000-000000000009",
      name: "Gas",
      pattern: "1:0,2:1",
      urgency: "high",
      instruction: "Leave\nCall from outside",
      headline: "Gas leak",
      call911: true,
      alsoCall: "",
      causes: ["A leak", "A flue"],
    },
  ],
  minPosterior: 0.45,
  minMargin: 0.1,
};

describe("the form of outcomes and rules", () => {
  test("returns its values in a form that can be saved", () => {
    const read = parseModelForm(toModelForm(values));
    expect(read).toMatchObject({ ok: true, values });
    expect(read.ok && modelValuesSchema.safeParse(read.values).success).toBe(true);
  });

  test("parses numbers as people type them; an empty cell is 0", () => {
    expect(["", " 1,5 ", "−2", "-0.25", "+3"].map(parseWeight)).toEqual([0, 1.5, -2, -0.25, 3]);
    expect(["x", "1e9", "21", "--1", "1 2"].map(parseWeight)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("reports everything that is missing", () => {
    const form = toModelForm(values);
    const [first] = form.outcomes;
    if (!first) throw new Error("no outcome");
    const wrong = {
      ...form,
      outcomes: [{ ...first, weights: { "1:0": "many" } }, createOutcomeForm("Plumbing", "new")],
      rules: [createRuleForm("rule")],
      posterior: "120",
    };
    const read = parseModelForm(wrong);
    expect(read.ok ? [] : read.errors.map(({ place }) => place)).toEqual([
      "outcomes",
      first.key,
      "new",
      "rule",
      "rule",
      "rule",
      "thresholds",
    ]);
    expect(parseModelForm({ ...form, outcomes: [] }).ok).toBe(true);
  });
});

describe("edited while somebody else saved", () => {
  const base = toModelForm(values);
  const edit = (
    form: typeof base,
    at: number,
    changes: Partial<(typeof base)["outcomes"][number]>,
  ) => ({
    ...form,
    outcomes: form.outcomes.map((entry, place) =>
      place === at ? { ...entry, ...changes } : entry,
    ),
  });
  const merge = (mine: typeof base, theirs: typeof base, after = QUESTIONS) =>
    mergeModels({ base, mine, theirs, before: QUESTIONS, after });

  test("both keep their changes, down to single weights", () => {
    const mine = edit(base, 0, { weights: { "1:0": "3", "2:1": "-0.7", "1:1": "1" } });
    const theirs = {
      ...edit(base, 0, { bias: "0.5", weights: { "1:0": "2", "2:1": "4" } }),
      posterior: "60",
    };
    expect(merge(mine, theirs)).toMatchObject({
      posterior: "60",
      outcomes: [{ bias: "0.5", weights: { "1:0": "3", "2:1": "4", "1:1": "1" } }, {}, {}],
    });
    const same = merge(edit(base, 1, { bias: "1" }), edit(base, 1, { bias: "2" }));
    expect(same.outcomes[1]?.bias).toBe("1");
  });

  test("their additions are included, and their removals too unless the entry was changed here", () => {
    const theirs = {
      ...base,
      outcomes: [...base.outcomes.slice(0, 1), createOutcomeForm("Plumbing", "theirs")],
      rules: [],
    };
    const mine = {
      ...edit(base, 1, { bias: "9" }),
      outcomes: [...edit(base, 1, { bias: "9" }).outcomes, createOutcomeForm("Plumbing", "mine")],
    };
    const merged = merge(mine, theirs);
    expect(merged.outcomes.map(({ key, id }) => [key, id === null])).toEqual([
      [base.outcomes[0]?.key, false],
      [base.outcomes[1]?.key, true],
      ["mine", true],
      ["theirs", true],
    ]);
    expect(merged.rules).toEqual([]);
  });

  test("moved answers keep their weights and rules; a rule whose answer was removed needs another", () => {
    const after = [question("1", ["c", "a"]), question("2", ["d", "e"])];
    const theirs = {
      ...base,
      outcomes: edit(base, 0, { weights: { "1:1": "2", "2:1": "-0.7" } }).outcomes,
      rules: base.rules.map((rule) => ({ ...rule, answers: [{ questionId: "1", option: 1 }] })),
    };
    const mine = {
      ...edit(base, 0, { weights: { "1:0": "5", "1:1": "1", "2:1": "-0.7" } }),
      rules: [
        ...base.rules,
        { ...createRuleForm("mine"), answers: [{ questionId: "1", option: 1 }] },
      ],
    };
    const merged = merge(mine, theirs, after);
    expect(merged.outcomes[0]?.weights).toEqual({ "1:1": "5", "2:1": "-0.7" });
    expect(merged.rules.map(({ answers }) => answers)).toEqual([
      [{ questionId: "1", option: 1 }],
      [{ questionId: "", option: null }],
    ]);
  });
});
