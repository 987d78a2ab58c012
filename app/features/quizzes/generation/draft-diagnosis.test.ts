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
import { URGENCIES } from "../constants.ts";
import { listCombinations } from "../engine/combinations.ts";
import { diagnose } from "../engine/diagnose.ts";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { draftDiagnosis } from "./draft-diagnosis.ts";

const questions = ["1", "2", "3"].map((id) => ({ id, options: ["a", "b", "c"] }));
const combinations = listCombinations(questions);

/** A model of a few causes with uneven weights, and rules of all urgencies. */
function buildRandomModel(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const pairs = questions.flatMap(({ id, options }) => options.map((_, at) => `${id}:${at}`));
  return {
    outcomes: Array.from({ length: 5 }, (_, at) => ({
      ...outcome(`cause ${at}`, Object.fromEntries(pairs.map((pair) => [pair, random() * 4 - 2])), {
        data: diagnosisData(`cause ${at}`, {
          urgency: pick(URGENCIES),
          nextSteps: [`Look at ${at}`, `Never touch ${at}`],
          proSteps: at % 2 === 0 ? [`Have ${at} tested`] : [],
          safetyLines: at === 0 ? ["Keep the vent open"] : [],
          preventionTips: ["Once a year"],
          serviceType: "HVAC",
        }),
      }),
      key: `cause ${at}`,
    })),
    rules: URGENCIES.map((urgency) =>
      safetyRule(pick(pairs), { urgency, instruction: `Step for ${urgency}` }),
    ),
  };
}

describe("a drafted row", () => {
  test("says what the model says, and says the same when it is served, for every combination of 40 random models", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { outcomes, rules } = buildRandomModel(seed);
      const model = { ...EMPTY_MODEL, outcomes, rules, serviceType: "HVAC" };
      for (const hash of combinations) {
        const answers = parseAnswers(hash);
        const alone = diagnose(answers, model).data;
        const data = draftDiagnosis(hash, { outcomes, rules }, "HVAC");
        expect(data, `seed ${seed} ${hash}`).toEqual(alone);
        const rows = [diagnosisRow(hash, { data, isTrusted: false })];
        expect(diagnose(answers, { ...model, rows }).data, `seed ${seed} ${hash}`).toEqual(alone);
      }
    }
  });

  test("is the general result without a model", () =>
    expect(draftDiagnosis("1:0", { outcomes: [], rules: [] }, "HVAC")).toEqual(
      buildGenericDiagnosis("HVAC"),
    ));
});

test("a generated row for some of the answers is never less likely than 30 % by the model", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { outcomes } = buildRandomModel(seed);
    const random = createRandom(seed + 1_000);
    const rows = Array.from({ length: 8 }, (_, at) =>
      diagnosisRow(`1:${at % 3},2:${Math.floor(random() * 3)}`, {
        id: String(at),
        isTrusted: false,
        data: diagnosisData(`cause ${Math.floor(random() * 5)}`),
      }),
    );
    for (const hash of combinations) {
      const answers = parseAnswers(hash);
      const { layer, data } = diagnose(answers, { ...EMPTY_MODEL, outcomes, rows });
      if (layer !== "partial") continue;
      const scores = outcomes.map(({ key, weights }) => ({
        key,
        odds: Math.exp(hash.split(",").reduce((sum, pair) => sum + (weights[pair] ?? 0), 0)),
      }));
      const total = scores.reduce((sum, { odds }) => sum + odds, 0);
      const own = scores.find(({ key }) => key === data.diagnosis)?.odds ?? 0;
      expect(own / total, `seed ${seed} ${hash}`).toBeGreaterThanOrEqual(0.3);
    }
  }
});

test("a row that staff wrote or kept is used even where the model finds its cause unlikely", () => {
  const outcomes = [outcome("pump", { "1:0": 5 }), outcome("leak", {}), outcome("valve", {})];
  const data = diagnosisData("leak");
  const serve = (isTrusted: boolean) =>
    diagnose(parseAnswers("1:0,2:1"), {
      ...EMPTY_MODEL,
      outcomes,
      rows: [diagnosisRow("1:0", { data, isTrusted })],
    }).data.diagnosis;
  expect(serve(true)).toBe("leak");
  expect(serve(false)).toBe("pump");
});
