import type { DiagnosisModel } from "#app/features/quizzes/engine/diagnose.ts";
import { parseHash } from "#app/features/quizzes/engine/hash-answers.ts";
import {
  type Answer,
  type DiagnosisData,
  diagnosisDataSchema,
  type Outcome,
  type SafetyRule,
} from "#app/features/quizzes/schema.ts";
import type { CheckInput } from "#app/features/quizzes/validation/check-report.ts";

/** Minimal parts of a quiz's diagnosis model. */

export const diagnosisData = (
  diagnosis: string,
  changes: Partial<DiagnosisData> = {},
): DiagnosisData => ({ ...diagnosisDataSchema.parse({ diagnosis }), ...changes });

export const diagnosisRow = (
  hash: string,
  changes: Partial<CheckInput["rows"][number]> = {},
): CheckInput["rows"][number] => ({
  id: hash,
  hash,
  priority: 0,
  approvedAt: new Date("2026-01-01"),
  isTrusted: true,
  isKept: false,
  data: diagnosisData(`row ${hash}`),
  ...changes,
});

export const outcome = (
  id: string,
  weights: Record<string, number>,
  changes: Partial<Outcome> = {},
): Outcome => ({ id, bias: 0, weights, data: diagnosisData(id), ...changes });

export const safetyRule = (pattern: string, changes: Partial<SafetyRule> = {}): SafetyRule => ({
  id: `rule ${pattern}`,
  name: `Rule ${pattern}`,
  pattern,
  urgency: "high",
  instruction: "Leave the house",
  headline: `Danger ${pattern}`,
  call911: false,
  alsoCall: "",
  causes: ["A leak"],
  ...changes,
});

export const parseAnswers = (hash: string): Answer[] => parseHash(hash) ?? [];

export const EMPTY_MODEL: DiagnosisModel = {
  rows: [],
  outcomes: [],
  rules: [],
  thresholds: { posterior: 0.45, margin: 0.1 },
  serviceType: "Plumbing",
};
