import { DEFAULT_POSTERIOR, GENERIC_TITLE, URGENCY_RANK } from "../constants.ts";
import { applyRules, matchRules } from "../engine/apply-rules.ts";
import { buildDangerDiagnosis, findDanger, listDangers } from "../engine/danger-stop.ts";
import { buildGenericDiagnosis } from "../engine/generic-diagnosis.ts";
import { parseHash, splitAnswerPairs } from "../engine/hash-answers.ts";
import { rankOutcomes } from "../engine/rank-outcomes.ts";
import type { DiagnosisData } from "../schema.ts";
import type { DraftOutcome, DraftRule } from "./build-quiz.ts";

export type GeneratedModel = {
  outcomes: readonly DraftOutcome[];
  rules: readonly DraftRule[];
  /** Some rules or weights could not be generated. */
  isIncomplete?: boolean;
};

/** Two causes with at least this combined posterior are named together. */
const MIN_COMBINED_POSTERIOR = 0.55;
/** Number of causes named by a result without a clear one. */
const MAX_NAMED = 3;
const STEPS_PER_CAUSE = 2;
const MAX_STEPS = 8;

/**
 * Drafts the diagnosis for a full combination of answers, as certain as the answers are. Safety
 * rules are already applied.
 */
export function draftDiagnosis(
  hash: string,
  { outcomes, rules }: GeneratedModel,
  serviceType: string,
): DiagnosisData {
  const pairs = splitAnswerPairs(hash);
  const ranked =
    outcomes.length === 0
      ? []
      : rankOutcomes(
          outcomes.map((outcome) => ({ ...outcome, id: outcome.key })),
          pairs,
        );
  const [first, second] = ranked;
  const danger = findDanger(listDangers(rules), parseHash(hash) ?? []);
  if (danger) return buildDangerDiagnosis(danger.rule, serviceType);
  const matched = matchRules(rules, new Set(pairs)).map((rule) => ({ ...rule, id: rule.pattern }));
  const chosen = choose();
  const data = applyRules(chosen, matched, { keepSteps: chosen.diagnosis === GENERIC_TITLE });
  return { ...data, nextSteps: data.nextSteps.slice(0, MAX_STEPS) };

  function choose(): DiagnosisData {
    if (!first) return buildGenericDiagnosis(serviceType);
    if (first.posterior >= DEFAULT_POSTERIOR || !second) return first.outcome.data;
    if (first.posterior + second.posterior >= MIN_COMBINED_POSTERIOR)
      return mergeCauses(first.outcome.data, second.outcome.data);
    return {
      ...buildGenericDiagnosis(serviceType),
      causes: ranked.slice(0, MAX_NAMED).map(({ outcome }) => outcome.data.diagnosis),
      customMessage:
        "Your answers fit several causes, and none of them clearly. An inspection in person can tell them apart.",
    };
  }
}

/** "Low refrigerant" becomes "low refrigerant" within a sentence; "GFCI trip" stays. */
const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;

function mergeCauses(likelier: DiagnosisData, other: DiagnosisData): DiagnosisData {
  const worse = URGENCY_RANK[other.urgency] > URGENCY_RANK[likelier.urgency] ? other : likelier;
  const unique = (list: string[]) => [...new Set(list)];
  return {
    ...likelier,
    diagnosis: `${likelier.diagnosis} or ${lowerFirst(other.diagnosis)}`.slice(0, 160),
    causes: unique([
      ...likelier.causes.slice(0, STEPS_PER_CAUSE),
      ...other.causes.slice(0, STEPS_PER_CAUSE),
    ]),
    urgency: worse.urgency,
    priority: worse.priority,
    timeframe: worse.timeframe,
    nextSteps: unique([
      ...worse.nextSteps.slice(0, STEPS_PER_CAUSE),
      ...(worse === likelier ? other : likelier).nextSteps.slice(0, STEPS_PER_CAUSE),
    ]),
    preventionTips: unique([
      ...likelier.preventionTips.slice(0, 1),
      ...other.preventionTips.slice(0, 1),
    ]),
    customMessage:
      "Two causes fit your answers about equally well. The first steps rule one of them out; have the other one checked in person.",
  };
}
