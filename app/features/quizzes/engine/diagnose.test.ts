import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import { GENERIC_TITLE, URGENCIES, URGENCY_RANK } from "../constants.ts";
import {
  type Answer,
  type DiagnosisData,
  type DiagnosisRow,
  diagnosisDataSchema,
  type Outcome,
  type SafetyRule,
} from "../schema.ts";
import { applyRules } from "./apply-rules.ts";
import { chooseRow } from "./choose-row.ts";
import { type DiagnosisModel, diagnose } from "./diagnose.ts";
import { parseHash } from "./hash-answers.ts";
import { rankOutcomes } from "./rank-outcomes.ts";

const words = (diagnosis: string, changes: Partial<DiagnosisData> = {}): DiagnosisData => ({
  ...diagnosisDataSchema.parse({ diagnosis }),
  ...changes,
});
const row = (hash: string, changes: Partial<DiagnosisRow> = {}): DiagnosisRow => ({
  id: hash,
  hash,
  priority: 0,
  approvedAt: new Date("2026-01-01"),
  data: words(`row ${hash}`),
  ...changes,
});
const outcome = (
  id: string,
  weights: Record<string, number>,
  changes: Partial<Outcome> = {},
): Outcome => ({ id, bias: 0, weights, data: words(id), ...changes });
const rule = (
  pattern: string,
  urgency: SafetyRule["urgency"],
  instruction = "Leave the house",
): SafetyRule => ({
  id: `rule ${pattern}`,
  name: pattern,
  pattern,
  urgency,
  instruction,
  headline: `Danger ${pattern}`,
  call911: false,
  alsoCall: "",
  causes: ["A leak"],
});
const answers = (hash: string): Answer[] => parseHash(hash) ?? [];
const nothing: DiagnosisModel = {
  row: null,
  outcomes: [],
  rules: [],
  thresholds: { posterior: 0.45, margin: 0.1 },
  serviceType: "Plumbing",
};

describe("the layer that answers", () => {
  const given = answers("1:0,2:1,3:2");
  const model = [outcome("pump", { "1:0": 3 }), outcome("leak", {}), outcome("valve", {})];
  const rows = [row("1:0,2:1,3:2"), row("1:0,2:1"), row("1:0"), row("1:0,2:0,3:2")];
  const ask = (list: DiagnosisRow[], outcomes: Outcome[]) =>
    diagnose(given, { ...nothing, outcomes, row: chooseRow(list, given) });

  test("is the exact row, then a partial one, then the model, then the general result", () => {
    expect(ask(rows, model)).toMatchObject({
      layer: "exact",
      data: { diagnosis: "row 1:0,2:1,3:2" },
    });
    expect(ask(rows.slice(1), model)).toMatchObject({
      layer: "partial",
      data: { diagnosis: "row 1:0,2:1" },
    });
    expect(ask([], model)).toMatchObject({
      layer: "model",
      data: { diagnosis: "pump" },
      decidedBy: ["1:0"],
    });
    expect(ask([], [])).toMatchObject({
      layer: "generic",
      data: { diagnosis: GENERIC_TITLE, serviceType: "Plumbing" },
    });
  });

  test("is the matching row with the most pairs, then by priority, then the latest approval; never an empty hash", () => {
    expect(chooseRow([row("1:0", { priority: 99 }), row("1:0,3:2"), row("")], given)?.hash).toBe(
      "1:0,3:2",
    );
    expect(
      chooseRow([row("1:0,2:1", { priority: 1 }), row("1:0,3:2", { priority: 2 })], given)?.hash,
    ).toBe("1:0,3:2");
    expect(
      chooseRow([row("1:0,2:1", { approvedAt: new Date("2026-03-01") }), row("1:0,3:2")], given)
        ?.hash,
    ).toBe("1:0,2:1");
    expect(chooseRow([row(""), row("4:0"), row("1:1")], given)).toBeNull();
  });

  test("is the model only from its minimum certainty, and the more urgent of two close outcomes", () => {
    const unsure = [outcome("a", {}), outcome("b", {}), outcome("c", {})];
    expect(ask([], unsure).layer).toBe("generic");
    expect(
      diagnose(given, { ...nothing, outcomes: unsure, thresholds: { posterior: 0.3, margin: 0.1 } })
        .layer,
    ).toBe("model");
    const close = [
      outcome("first", { "1:0": 3 }),
      outcome("urgent", { "1:0": 2.9 }, { data: words("urgent", { urgency: "high" }) }),
      outcome("c", {}),
    ];
    expect(ask([], close)).toMatchObject({ data: { diagnosis: "urgent" }, runnerUp: "first" });
    const far = [
      outcome("first", { "1:0": 3 }),
      outcome("urgent", {}, { data: words("urgent", { urgency: "high" }) }),
      outcome("c", {}),
    ];
    expect(ask([], far)).toMatchObject({ data: { diagnosis: "first" } });
  });

  test("posteriors add up to one, even with very large weights", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = createRandom(seed);
      const outcomes = Array.from({ length: 1 + Math.floor(random() * 11) }, (_, at) =>
        outcome(`o${at}`, { "1:0": (random() - 0.5) * 800, "2:1": (random() - 0.5) * 4 }),
      );
      const ranked = rankOutcomes(outcomes, ["1:0", "2:1", "3:2"]);
      expect(ranked.reduce((sum, { posterior }) => sum + posterior, 0)).toBeCloseTo(1, 9);
      expect(ranked.map(({ posterior }) => posterior)).toEqual(
        ranked.map(({ posterior }) => posterior).toSorted((a, b) => b - a),
      );
    }
  });
});

describe("safety rules", () => {
  test("only raise the urgency, in every layer, and put their instructions first", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const some = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
      const data = words("found", {
        urgency: some(URGENCIES),
        priority: some(URGENCIES),
        timeframe: "This week",
        nextSteps: ["Call", "Leave the house"],
      });
      const rules = Array.from({ length: Math.floor(random() * 4) }, (_, at) =>
        rule(
          `1:${at}`,
          some(["medium", "low"] as const),
          some(["Leave the house", "Turn it off", "Close the valve"]),
        ),
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
    const data = words("found", { urgency: "low", nextSteps: steps });
    const forbid = rule("1:0", "medium", "Leave the breaker off\nDo not touch the wire");
    const model = diagnose(answers("1:0,2:1"), {
      ...nothing,
      outcomes: [{ ...outcome("a", { "1:0": 9 }), data }, outcome("b", {})],
      rules: [forbid],
    });
    expect(model).toMatchObject({ layer: "model", data: { urgency: "medium" } });
    expect(model.data.nextSteps).toEqual([
      "Leave the breaker off",
      "Do not touch the wire",
      "Never cap the relief valve",
      "Have a professional find the cause, and say what you saw, heard or smelled.",
    ]);
    const stored = diagnose(answers("1:0,2:1"), {
      ...nothing,
      row: row("1:0,2:1", { data }),
      rules: [forbid],
    });
    expect(stored.data.nextSteps).toEqual([
      "Leave the breaker off",
      "Do not touch the wire",
      "Press Reset once",
      "Never cap the relief valve",
      "Book an electrician",
    ]);
  });

  test("of high urgency are the whole result", () => {
    const danger = {
      ...rule("1:0", "high", "Touch no switch\nOpen the door"),
      headline: "Possible gas leak",
      causes: ["A leaking pipe"],
    };
    const data = words("found", {
      timeframe: "This week",
      nextSteps: ["Look for a switch"],
      preventionTips: ["Flush it"],
      customMessage: "You can do this yourself.",
    });
    const result = diagnose(answers("1:0,2:1"), {
      ...nothing,
      row: row("1:0,2:1", { data }),
      rules: [rule("2:1", "low", "Open a window"), danger],
    });
    expect(result).toMatchObject({
      layer: "danger",
      rules: [danger.id],
      decidedBy: ["1:0"],
      runnerUp: null,
    });
    expect(result.data).toEqual({
      serviceType: "Plumbing",
      diagnosis: "Possible gas leak",
      causes: ["A leaking pipe"],
      urgency: "high",
      priority: "high",
      timeframe: "Right away",
      nextSteps: ["Touch no switch", "Open the door"],
      preventionTips: [],
      customMessage: "",
    });
  });

  test("of several dangers, one that calls 911 is shown first, then the one with more answers; an earlier answer ends the quiz", () => {
    const plain = rule("2:1", "high");
    const both = rule("1:0,2:1", "high");
    const call = { ...rule("2:1", "high"), id: "call", call911: true };
    const shown = (rules: SafetyRule[], given = "1:0,2:1,3:2") =>
      diagnose(answers(given), { ...nothing, rules }).rules;
    expect(shown([plain, both])).toEqual([both.id]);
    expect(shown([plain, both, call])).toEqual(["call"]);
    expect(shown([call, rule("1:0", "high")])).toEqual(["rule 1:0"]);
    expect(shown([rule("3:2", "low"), plain], "2:0,3:2")).toEqual(["rule 3:2"]);
  });

  test("the general result is never urgent, even from a stored row with its title", () => {
    const stored = row("1:0,2:1", {
      data: words(GENERIC_TITLE, { urgency: "high", timeframe: "Right away" }),
    });
    expect(diagnose(answers("1:0,2:1"), { ...nothing, row: stored }).data).toMatchObject({
      urgency: "medium",
      timeframe: "Within a few days",
    });
    for (const known of [nothing, { ...nothing, row: stored }])
      expect(diagnose(answers("1:0,2:1"), known).data.preventionTips.length).toBeGreaterThan(0);
  });

  test("apply to every layer when all their answers are given, and are named as reasons", () => {
    const rules = [
      rule("1:0,2:1", "medium", "Close the main valve"),
      rule("3:0", "high", "Never shown"),
    ];
    const given = answers("1:0,2:1,3:2");
    for (const model of [
      { ...nothing, rules, row: row("1:0,2:1,3:2") },
      { ...nothing, rules, outcomes: [outcome("pump", { "3:2": 4 }), outcome("b", {})] },
      { ...nothing, rules },
    ]) {
      const result = diagnose(given, model);
      expect(result).toMatchObject({ data: { urgency: "medium" }, rules: ["rule 1:0,2:1"] });
      expect(result.data.nextSteps[0]).toBe("Close the main valve");
      expect(result.decidedBy.slice(0, 2)).toEqual(["1:0", "2:1"]);
    }
    expect(diagnose(answers("1:0,2:0,3:2"), { ...nothing, rules }).rules).toEqual([]);
  });
});
