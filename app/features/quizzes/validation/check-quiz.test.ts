import { describe, expect, test } from "vitest";
import { diagnosisData, diagnosisRow, safetyRule } from "#tests/diagnosis-model.ts";
import { formatAnswerPair } from "../engine/hash-answers.ts";
import { checkQuiz, MAX_EXHAUSTIVE_COMBINATIONS } from "./check-quiz.ts";
import { type CheckInput, getPublishBlocker } from "./check-report.ts";

const question = (id: string, options: string[]) => ({
  id,
  questionText: `Question ${id}?`,
  options,
});
const row = (hash: string, diagnosis: string, priority = 0) =>
  diagnosisRow(hash, { data: diagnosisData(diagnosis), priority });
const rule = (pattern: string, isApproved: boolean) => ({ ...safetyRule(pattern), isApproved });
const small: CheckInput = {
  questions: [question("1", ["a", "b"]), question("2", ["c", "d", "e"])],
  rows: [],
  outcomes: [],
  rules: [],
  thresholds: { posterior: 0.45, margin: 0.1 },
};

describe("the report lists", () => {
  test("dangers whose screen would have no headline or no causes", () => {
    const bare = { ...rule("1:0", true), headline: "", causes: [] };
    expect(
      checkQuiz({
        ...small,
        rules: [bare, rule("1:1", true), { ...bare, urgency: "low" as const }],
      }).dangersWithoutWords,
    ).toEqual([bare.name]);
  });

  test("combinations that meet an unapproved rule, with an example, and publishing is refused", () => {
    const open = checkQuiz({ ...small, rules: [rule("1:0,2:2", false), rule("1:1", true)] });
    expect(open.violations).toEqual({
      count: 1,
      examples: [{ rule: "Rule 1:0,2:2", hash: "1:0,2:2" }],
    });
    expect(getPublishBlocker(open)).toContain("Rule 1:0,2:2");
    const approved = checkQuiz({ ...small, rules: [rule("1:0,2:2", true), rule("1:1", true)] });
    expect(approved.violations.count).toBe(0);
    expect(getPublishBlocker(approved)).toBeNull();
  });

  test("rules that nobody can meet, and publishing is refused", () => {
    const report = checkQuiz({
      ...small,
      rules: [rule("9:0", true), rule("1:5", true), rule("1:0", true)],
    });
    expect(report.deadRules).toEqual(["Rule 9:0", "Rule 1:5"]);
    expect(getPublishBlocker(report)).toContain("Rule 9:0");
  });

  test("dangerous answers without a rule, but not negated ones", () => {
    const questions = [
      question("1", [
        "I smell gas: a gas smell in the kitchen",
        "No smell of gas",
        "Sparks at the outlet",
      ]),
      question("2", ["yes", "no"]),
    ];
    expect(
      checkQuiz({ ...small, questions, rules: [rule("1:2", true)] }).dangersWithoutRule,
    ).toEqual(["1:0"]);
  });

  test("contradicting rows of equal length that one visitor can match", () => {
    const three = { ...small, questions: [...small.questions, question("3", ["f", "g"])] };
    const pairs = (rows: CheckInput["rows"]) =>
      checkQuiz({ ...three, rows }).contradictions.map(({ a, b }) => [a, b].toSorted());
    expect(pairs([row("1:0,2:1", "one"), row("2:1,3:0", "other")])).toEqual([
      ["1:0,2:1", "2:1,3:0"],
    ]);
    expect(pairs([row("1:0,2:1", "one"), row("2:0,3:0", "other")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one"), row("2:1,3:0", "one")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one"), row("2:1", "other")])).toEqual([]);
    expect(pairs([row("1:0,2:1", "one", 1), row("2:1,3:0", "other", 2)])).toEqual([]);
  });

  describe("rows that contradict the model", () => {
    const outcomes = ["pump", "leak", "valve"].map((id) => ({
      id,
      bias: 0,
      weights: { "1:0": id === "pump" ? 4 : 0 },
      data: diagnosisData(id, { urgency: id === "pump" ? "high" : "low" }),
    }));
    const check = (
      changes: Partial<CheckInput["rows"][number]>,
      rules: CheckInput["rules"] = [],
    ) => {
      const report = checkQuiz({
        ...small,
        outcomes,
        rules,
        rows: [diagnosisRow("1:0", changes)],
      });
      return {
        reasons: report.contradictingRows.map(({ reason }) => reason),
        isBlocked: getPublishBlocker(report) !== null,
      };
    };
    const low = { urgency: "low" } as const;
    const high = { urgency: "high" } as const;

    test("name an unlikely cause, or are less urgent, and keep the quiz from being published", () => {
      expect(check({ data: diagnosisData("leak", high) })).toEqual({
        reasons: ["unlikely"],
        isBlocked: true,
      });
      expect(check({ data: diagnosisData("pump", low) })).toEqual({
        reasons: ["less-urgent"],
        isBlocked: true,
      });
      expect(check({ data: diagnosisData("something staff found", low) }).reasons).toEqual([
        "less-urgent",
      ]);
    });

    test("do not count when they agree, when staff keep them, or behind a danger", () => {
      const none = { reasons: [], isBlocked: false };
      expect(check({ data: diagnosisData("pump", high) })).toEqual(none);
      expect(check({ data: diagnosisData("something staff found", high) })).toEqual(none);
      expect(check({ data: diagnosisData("leak", low), isKept: true })).toEqual(none);
      expect(check({ data: diagnosisData("leak", low) }, [rule("1:0", true)])).toEqual(none);
    });
  });

  test("questions and answers without influence", () => {
    const outcomes = ["a", "b", "c"].map((id, at) => ({
      id,
      bias: 0,
      weights: { "2:0": at, "2:1": 1 },
      data: diagnosisData(id),
    }));
    const report = checkQuiz({ ...small, outcomes });
    expect(report.questionsWithoutInfluence).toEqual(["1"]);
    expect(report.optionsWithoutInfluence).toEqual(["2:1", "2:2"]);
    expect(checkQuiz({ ...small, outcomes, rows: [row("1:0,2:2", "row")] })).toMatchObject({
      questionsWithoutInfluence: [],
      optionsWithoutInfluence: ["1:1", "2:1"],
    });
  });

  test("ties", () => {
    const outcomes = ["a", "b"].map((id) => ({
      id,
      bias: 0,
      weights: { "1:0": 1 },
      data: diagnosisData(id),
    }));
    expect(checkQuiz({ ...small, outcomes })).toMatchObject({ ties: 6, thinMargins: 6 });
  });
});

test("a quiz that is too large is sampled, and every rule is still checked", () => {
  const questions = Array.from({ length: 12 }, (_, at) =>
    question(String(at + 1), ["a", "b", "c", "d"]),
  );
  const pattern = questions.map(({ id }) => formatAnswerPair(id, 3)).join(",");
  const report = checkQuiz({
    ...small,
    questions,
    rules: [rule(pattern.replace("1:3", "1:2"), false)],
  });
  expect(report.combinations).toBeGreaterThan(MAX_EXHAUSTIVE_COMBINATIONS);
  expect(report.checked).toBeLessThan(MAX_EXHAUSTIVE_COMBINATIONS);
  expect(report.violations.count).toBeGreaterThan(0);
  expect(report).toEqual(
    checkQuiz({ ...small, questions, rules: [rule(pattern.replace("1:3", "1:2"), false)] }),
  );
});

test("a quiz without questions has nothing to check", () => {
  expect(checkQuiz({ ...small, questions: [] })).toMatchObject({ combinations: 0, checked: 0 });
});
