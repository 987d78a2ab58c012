import { describe, expect, test } from "vitest";
import { createRandom } from "#app/lib/seeded-random.ts";
import {
  diagnosisData,
  diagnosisRow,
  EMPTY_MODEL,
  outcome,
  parseAnswers,
} from "#tests/diagnosis-model.ts";
import { GENERIC_TITLE } from "../constants.ts";
import type { DiagnosisRow, Outcome } from "../schema.ts";
import { chooseRow } from "./choose-row.ts";
import { diagnose } from "./diagnose.ts";
import { rankOutcomes } from "./rank-outcomes.ts";

describe("the layer that answers", () => {
  const given = parseAnswers("1:0,2:1,3:2");
  const pairs = ["1:0", "2:1", "3:2"];
  const model = [outcome("pump", { "1:0": 3 }), outcome("leak", {}), outcome("valve", {})];
  const rows = [
    diagnosisRow("1:0,2:1,3:2"),
    diagnosisRow("1:0,2:1"),
    diagnosisRow("1:0"),
    diagnosisRow("1:0,2:0,3:2"),
  ];
  const ask = (list: DiagnosisRow[], outcomes: Outcome[]) =>
    diagnose(given, { ...EMPTY_MODEL, outcomes, rows: list });

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
    expect(
      chooseRow(
        [diagnosisRow("1:0", { priority: 99 }), diagnosisRow("1:0,3:2"), diagnosisRow("")],
        pairs,
        [],
      )?.hash,
    ).toBe("1:0,3:2");
    expect(
      chooseRow(
        [diagnosisRow("1:0,2:1", { priority: 1 }), diagnosisRow("1:0,3:2", { priority: 2 })],
        pairs,
        [],
      )?.hash,
    ).toBe("1:0,3:2");
    expect(
      chooseRow(
        [diagnosisRow("1:0,2:1", { approvedAt: new Date("2026-03-01") }), diagnosisRow("1:0,3:2")],
        pairs,
        [],
      )?.hash,
    ).toBe("1:0,2:1");
    expect(
      chooseRow([diagnosisRow(""), diagnosisRow("4:0"), diagnosisRow("1:1")], pairs, []),
    ).toBeNull();
  });

  test("is the model only from its minimum certainty, and the more urgent of two close outcomes", () => {
    const unsure = [outcome("a", {}), outcome("b", {}), outcome("c", {})];
    expect(ask([], unsure).layer).toBe("generic");
    expect(
      diagnose(given, {
        ...EMPTY_MODEL,
        outcomes: unsure,
        thresholds: { posterior: 0.3, margin: 0.1 },
      }).layer,
    ).toBe("model");
    const close = [
      outcome("first", { "1:0": 3 }),
      outcome("urgent", { "1:0": 2.9 }, { data: diagnosisData("urgent", { urgency: "high" }) }),
      outcome("c", {}),
    ];
    expect(ask([], close)).toMatchObject({ data: { diagnosis: "urgent" } });
    expect(ask([], close).candidates[0]).toMatchObject({ diagnosis: "first" });
    const far = [
      outcome("first", { "1:0": 3 }),
      outcome("urgent", {}, { data: diagnosisData("urgent", { urgency: "high" }) }),
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
