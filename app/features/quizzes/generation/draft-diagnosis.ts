import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "../constants.ts";
import { type DiagnosisModel, diagnose } from "../engine/diagnose.ts";
import { parseHash } from "../engine/hash-answers.ts";
import { type DiagnosisData, MAX_LINES } from "../schema.ts";
import type { DraftOutcome, DraftRule } from "./build-quiz.ts";

export type GeneratedModel = {
  outcomes: readonly DraftOutcome[];
  rules: readonly DraftRule[];
  /** Some rules or weights could not be generated. */
  isIncomplete?: boolean;
};

/** The model as visitors would get it: approved, without rows, and with the default thresholds. */
export const toDiagnosisModel = (
  { outcomes, rules }: Pick<GeneratedModel, "outcomes" | "rules">,
  serviceType: string,
): DiagnosisModel => ({
  rows: [],
  outcomes: outcomes.map((outcome) => ({ ...outcome, id: outcome.key })),
  rules: rules.map((rule) => ({ ...rule, id: rule.name })),
  thresholds: { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN },
  serviceType,
});

/**
 * Drafts the diagnosis for a full combination of answers: exactly what the model says about it, so
 * that a row never knows less than the model. Safety rules are already applied.
 */
export function draftDiagnosis(
  hash: string,
  model: GeneratedModel,
  serviceType: string,
): DiagnosisData {
  const { data } = diagnose(parseHash(hash) ?? [], toDiagnosisModel(model, serviceType));
  return { ...data, nextSteps: data.nextSteps.slice(0, MAX_LINES) };
}
