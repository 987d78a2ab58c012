import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import {
  diagnosisData,
  diagnosisRow,
  EMPTY_MODEL,
  outcome,
  parseAnswers,
  safetyRule,
} from "#tests/diagnosis-model.ts";
import { GENERIC_TITLE, URGENCIES, URGENCY_RANK } from "../constants.ts";
import type { SafetyRule } from "../schema.ts";
import { applyRules } from "./apply-rules.ts";
import { diagnose } from "./diagnose.ts";

describe("safety rules", () => {
  test("only raise the urgency, in every layer, and put their instructions first", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const some = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
      const data = diagnosisData("found", {
        urgency: some(URGENCIES),
        priority: some(URGENCIES),
        timeframe: "This week",
        nextSteps: ["Call", "Leave the house"],
        proSteps: ["Have the valve tested"],
        safetyLines: ["Never cap the relief valve"],
      });
      const rules = Array.from({ length: Math.floor(random() * 4) }, (_, at) =>
        safetyRule(`1:${at}`, {
          urgency: some(["medium", "low"] as const),
          instruction: some(["Leave the house", "Turn it off", "Close the valve"]),
        }),
      );
      const safe = applyRules(data, rules);
      const least = Math.max(
        URGENCY_RANK[data.urgency],
        ...rules.map(({ urgency }) => URGENCY_RANK[urgency]),
      );
      expect(URGENCY_RANK[safe.urgency]).toBe(least);
      expect(URGENCY_RANK[safe.priority]).toBeGreaterThanOrEqual(URGENCY_RANK[data.priority]);
      const instructions = [...new Set(rules.map(({ instruction }) => instruction))];
      expect(safe.nextSteps.slice(0, instructions.length)).toEqual(instructions);
      expect(new Set(safe.nextSteps).size).toBe(safe.nextSteps.length);
      if (safe.urgency === data.urgency) expect(safe.timeframe).toBe("This week");
      else expect(safe.timeframe).not.toBe("This week");
      expect({ ...safe, urgency: "", priority: "", timeframe: "", nextSteps: [] }).toEqual({
        ...data,
        urgency: "",
        priority: "",
        timeframe: "",
        nextSteps: [],
      });
    }
  });

  test("keep only the prohibitions of an outcome's steps, and all steps written for exactly these answers", () => {
    const steps = [
      "Press Reset once",
      "Never cap the relief valve",
      "Do not touch the wire",
      "Book an electrician",
    ];
    const data = diagnosisData("found", {
      urgency: "low",
      nextSteps: steps,
      safetyLines: ["Keep the vent open"],
    });
    const forbid = safetyRule("1:0", {
      urgency: "medium",
      instruction: "Leave the breaker off\nDo not touch the wire",
    });
    const model = diagnose(parseAnswers("1:0,2:1"), {
      ...EMPTY_MODEL,
      outcomes: [{ ...outcome("a", { "1:0": 9 }), data }, outcome("b", {})],
      rules: [forbid],
    });
    expect(model).toMatchObject({ layer: "model", data: { urgency: "medium" } });
    expect(model.data.nextSteps).toEqual(["Leave the breaker off", "Do not touch the wire"]);
    expect(model.data.safetyLines).toEqual(["Keep the vent open", "Never cap the relief valve"]);
    expect(model.data.proSteps).toEqual([
      "Have a professional find the cause, and say what you saw, heard or smelled.",
    ]);
    const stored = diagnose(parseAnswers("1:0,2:1"), {
      ...EMPTY_MODEL,
      rows: [diagnosisRow("1:0,2:1", { data })],
      rules: [forbid],
    });
    expect(stored.data.nextSteps).toEqual([
      "Leave the breaker off",
      "Do not touch the wire",
      "Press Reset once",
      "Never cap the relief valve",
      "Book an electrician",
    ]);
    expect(stored.data.safetyLines).toEqual(["Keep the vent open"]);
  });

  test("of high urgency are the whole result", () => {
    const danger = safetyRule("1:0", {
      instruction: "Touch no switch\nOpen the door",
      headline: "Possible gas leak",
      causes: ["A leaking pipe"],
    });
    const data = diagnosisData("found", {
      timeframe: "This week",
      nextSteps: ["Look for a switch"],
      preventionTips: ["Flush it"],
      customMessage: "You can do this yourself.",
    });
    const result = diagnose(parseAnswers("1:0,2:1"), {
      ...EMPTY_MODEL,
      rows: [diagnosisRow("1:0,2:1", { data })],
      rules: [safetyRule("2:1", { urgency: "low", instruction: "Open a window" }), danger],
    });
    expect(result).toMatchObject({
      layer: "danger",
      rules: [danger.id],
      decidedBy: ["1:0"],
      candidates: [],
    });
    expect(result.data).toEqual({
      serviceType: "Plumbing",
      diagnosis: "Possible gas leak",
      causes: ["A leaking pipe"],
      urgency: "high",
      priority: "high",
      timeframe: "Right away",
      waiting: "",
      nextSteps: ["Touch no switch", "Open the door"],
      proSteps: [],
      safetyLines: [],
      preventionTips: [],
      customMessage: "",
    });
  });

  test("of several dangers, one that calls 911 is shown first, then the one with more answers; an earlier answer ends the quiz", () => {
    const plain = safetyRule("2:1");
    const both = safetyRule("1:0,2:1");
    const call = safetyRule("2:1", { id: "call", call911: true });
    const shown = (rules: SafetyRule[], given = "1:0,2:1,3:2") =>
      diagnose(parseAnswers(given), { ...EMPTY_MODEL, rules }).rules;
    expect(shown([plain, both])).toEqual([both.id]);
    expect(shown([plain, both, call])).toEqual(["call"]);
    expect(shown([call, safetyRule("1:0")])).toEqual(["rule 1:0"]);
    expect(shown([safetyRule("3:2", { urgency: "low" }), plain], "2:0,3:2")).toEqual(["rule 3:2"]);
  });

  test("the general result is never urgent, even from a stored row with its title", () => {
    const stored = diagnosisRow("1:0,2:1", {
      data: diagnosisData(GENERIC_TITLE, { urgency: "high", timeframe: "Right away" }),
    });
    expect(
      diagnose(parseAnswers("1:0,2:1"), { ...EMPTY_MODEL, rows: [stored] }).data,
    ).toMatchObject({
      urgency: "medium",
      timeframe: "Within a few days",
    });
    for (const known of [EMPTY_MODEL, { ...EMPTY_MODEL, rows: [stored] }])
      expect(diagnose(parseAnswers("1:0,2:1"), known).data.preventionTips.length).toBeGreaterThan(
        0,
      );
  });

  test("apply to every layer when all their answers are given, and are named as reasons", () => {
    const rules = [
      safetyRule("1:0,2:1", { urgency: "medium", instruction: "Close the main valve" }),
      safetyRule("3:0", { instruction: "Never shown" }),
    ];
    const given = parseAnswers("1:0,2:1,3:2");
    for (const model of [
      { ...EMPTY_MODEL, rules, rows: [diagnosisRow("1:0,2:1,3:2")] },
      { ...EMPTY_MODEL, rules, outcomes: [outcome("pump", { "3:2": 4 }), outcome("b", {})] },
      { ...EMPTY_MODEL, rules },
    ]) {
      const result = diagnose(given, model);
      expect(result).toMatchObject({ data: { urgency: "medium" }, rules: ["rule 1:0,2:1"] });
      expect(result.data.nextSteps[0]).toBe("Close the main valve");
      expect(result.decidedBy.slice(0, 2)).toEqual(["1:0", "2:1"]);
    }
    expect(diagnose(parseAnswers("1:0,2:0,3:2"), { ...EMPTY_MODEL, rules }).rules).toEqual([]);
  });
});
