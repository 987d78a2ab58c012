import { describe, expect, test } from "vitest";
import { readTree } from "#tests/content/open-tree.ts";
import { diagnosisData, safetyRule } from "#tests/diagnosis-model.ts";
import type { Question } from "../schema.ts";
import { draftDangerQuestion, draftQuiz, draftQuizModel } from "./build-quiz.ts";
import {
  createTreePairFinder,
  draftTreeRules,
  hasDangerQuestion,
  keepToTree,
  mergeRules,
} from "./keep-to-tree.ts";

const tree = readTree("furnace-not-heating");
const danger = draftDangerQuestion(tree);
const later: Question = {
  id: "2",
  questionText: "Which of these fits?",
  options: ["A drip", "I smell gas", "None of these"],
  optionIds: ["o0", "o1", "o2"],
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: "question_2",
};
const questions = [...danger, later];
const quiz = { serviceType: "HVAC", questions };
const own = draftTreeRules(tree, questions);
const rule = (pattern: string, changes: Parameters<typeof safetyRule>[1] = {}) => {
  const { id: _id, ...content } = safetyRule(pattern, changes);
  return content;
};

describe("the rules of a tree", () => {
  test("are those of its danger question, whose options a quiz of a model has", () => {
    expect(own.map(({ pattern }) => pattern)).toEqual(["1:1", "1:2", "1:3", "1:4", "1:5", "1:6"]);
    expect(own[0]).toMatchObject({
      headline: "Possible gas leak",
      call911: true,
      alsoCall: "your gas utility's emergency line",
      instruction: expect.stringMatching(/^Get everyone outside now, then call 911/),
    });
  });

  test("are all of them in a quiz that was built from it", () => {
    const size = { questions: 10 };
    expect(draftTreeRules(tree, draftQuiz(tree, size).questions)).toEqual(
      draftQuizModel(tree, size).rules,
    );
  });

  test("stay with an option that staff reworded, and go with one that they removed", () => {
    const [first] = danger;
    if (!first) throw new Error("there is no danger question");
    const options = first.options.with(1, "Rotten eggs, maybe");
    const reworded = { ...first, questionText: "Any of these?", options };
    const find = createTreePairFinder(tree, [reworded, later]);
    expect(find("danger", "gas")).toBe("1:1");
    const removed = {
      ...first,
      options: first.options.toSpliced(1, 1),
      optionIds: first.optionIds?.toSpliced(1, 1),
    };
    const patterns = draftTreeRules(tree, [removed]).map(({ headline }) => headline);
    expect(patterns).toHaveLength(5);
    expect(patterns).not.toContain("Possible gas leak");
    expect(hasDangerQuestion(tree, [removed])).toBe(true);
    expect(hasDangerQuestion(tree, [later])).toBe(false);
  });

  test("are not found by the ids of another question", () => {
    const other = { ...later, optionIds: ["gas", "water", "co"] };
    expect(draftTreeRules(tree, [other])).toEqual([]);
    expect(createTreePairFinder(tree, [{ ...other, id: "1" }])("danger", "gas")).toBeNull();
  });
});

describe("a model's dangers", () => {
  const patterns = (rules: readonly { pattern: string }[]) => rules.map(({ pattern }) => pattern);

  test("are added, and never replace or weaken one of the tree", () => {
    const calm = { headline: "A faint smell is normal", instruction: "Open a window" };
    const merged = mergeRules(quiz, own, [
      rule("1:1", calm),
      rule("1:1,2:0", calm),
      rule("2:0", { headline: "Hot water" }),
    ]);
    expect(merged.slice(0, own.length)).toEqual(own);
    expect(merged.filter(({ pattern }) => pattern.includes("1:1"))).toEqual([own[0]]);
    expect(merged.find(({ pattern }) => pattern === "2:0")?.headline).toBe("Hot water");
  });

  test("a rule of the tree for several answers, or below high urgency, stays alone too", () => {
    const both = rule("2:0,3:1");
    const medium = rule("4:0", { urgency: "medium" });
    const added = rule("4:0,5:0");
    const ofModel = [rule("2:0,3:1"), rule("2:0,3:1,5:0"), rule("4:0"), added];
    expect(mergeRules(quiz, [both, medium], ofModel)).toEqual(
      expect.arrayContaining([both, medium, added]),
    );
    const merged = patterns(mergeRules(quiz, [both, medium], ofModel));
    expect(merged.filter((pattern) => pattern === "2:0,3:1" || pattern === "4:0")).toHaveLength(2);
    expect(merged).not.toContain("2:0,3:1,5:0");
  });

  test("an option that sounds dangerous has a rule that calls 911, whatever the model says", () => {
    for (const ofModel of [[], [rule("2:0,2:1")], [rule("2:1", { call911: false })]])
      expect(mergeRules(quiz, [], ofModel).find(({ pattern }) => pattern === "2:1")).toMatchObject({
        headline: "Possible gas or carbon monoxide",
        call911: true,
      });
    const careful = rule("2:1", { call911: true });
    const merged = mergeRules(quiz, own, [careful]);
    expect(patterns(merged).filter((pattern) => pattern === "2:1")).toHaveLength(1);
    expect(merged).toContainEqual(careful);
  });
});

describe("a cause with the title of the tree's", () => {
  const heater = readTree("water-heater-problem");
  const urgent = heater.causes.find(({ urgency }) => urgency === "high");
  const calm = tree.causes.find(({ key }) => key === "flame-sensor");
  const mine = { urgency: "low", priority: "low", timeframe: "When convenient" } as const;

  test("is at least as urgent, with a timeframe that fits", () => {
    const raised = keepToTree(diagnosisData(calm?.diagnosis.toUpperCase() ?? "", mine), tree);
    expect(raised).toMatchObject({
      urgency: "medium",
      priority: "medium",
      timeframe: "Within 24 hours",
    });
    const data = diagnosisData(calm?.diagnosis ?? "", {
      urgency: "high",
      priority: "high",
      timeframe: "Today",
    });
    expect(keepToTree(data, tree)).toMatchObject({ urgency: "high", timeframe: "Today" });
    expect(keepToTree(diagnosisData(urgent?.diagnosis ?? "", mine), heater)).toMatchObject({
      urgency: "high",
      timeframe: urgent?.timeframe,
    });
  });

  test("says the tree's safety lines before its own, each once", () => {
    const [line = ""] = calm?.safetyLines ?? [];
    const safetyLines = ["Keep it dry", line, "Keep it clean", "Keep it closed", "Keep it warm"];
    const kept = keepToTree(diagnosisData(calm?.diagnosis ?? "", { safetyLines }), tree);
    expect(kept.safetyLines).toEqual([line, "Keep it dry", "Keep it clean", "Keep it closed"]);
  });

  test("another cause stays as it is", () => {
    const data = diagnosisData("Something new", mine);
    expect(keepToTree(data, tree)).toBe(data);
    expect(keepToTree(data, null)).toBe(data);
  });
});
