import { GENERIC_TITLE, RAISED_TIMEFRAMES } from "../constants.ts";
import type {
  Answer,
  DiagnosisData,
  DiagnosisRow,
  Outcome,
  SafetyRule,
  Thresholds,
} from "../schema.ts";
import { applyRules, matchRules } from "./apply-rules.ts";
import { buildDangerDiagnosis, findDanger, listDangers } from "./danger-stop.ts";
import { buildGenericDiagnosis, GENERAL_TIPS } from "./generic-diagnosis.ts";
import { hashAnswers, splitAnswerPairs } from "./hash-answers.ts";
import { listReasons, predictOutcome, type RankedOutcome, rankOutcomes } from "./rank-outcomes.ts";

/**
 * What produced the result; `danger` is a safety rule of high urgency, which overrides everything
 * else.
 */
export type Layer = "danger" | "exact" | "partial" | "model" | "generic";

export type DiagnosisModel = {
  /** The best matching approved row; see `chooseRow`. */
  row: DiagnosisRow | null;
  /** Approved outcomes and rules only; pending ones do not affect visitors. */
  outcomes: readonly Outcome[];
  rules: readonly SafetyRule[];
  thresholds: Thresholds;
  serviceType: string;
};

export type Diagnosis = {
  layer: Layer;
  data: DiagnosisData;
  /** Answer pairs that decided the result, the heaviest first. */
  decidedBy: string[];
  /** Title of the second most likely outcome, if it is likely enough. */
  runnerUp: string | null;
  /** Ids of the safety rules that applied. */
  rules: string[];
};

/** A second outcome below this posterior is not mentioned. */
const RUNNER_UP_POSTERIOR = 0.05;

/**
 * The general result is for problems that can wait a few days: a row with its title is limited to
 * medium urgency.
 */
const limitGenericUrgency = (data: DiagnosisData): DiagnosisData =>
  data.diagnosis === GENERIC_TITLE && data.urgency === "high"
    ? { ...data, urgency: "medium", priority: "medium", timeframe: RAISED_TIMEFRAMES.medium }
    : data;

/**
 * Derives the result from answers: a danger; otherwise the exact row, a partial row, the model or
 * the generic result, in this order, with the other safety rules applied. A danger often forbids
 * something ("do not touch a switch") that a diagnosis recommends, and text cannot be checked for
 * that: so a danger is shown alone.
 * @param answers in the order of the questions
 */
export function diagnose(answers: readonly Answer[], model: DiagnosisModel): Diagnosis {
  const { rules, serviceType } = model;
  const pairs = splitAnswerPairs(hashAnswers(answers));
  const stop = findDanger(listDangers(rules), answers);
  if (stop) {
    const { rule } = stop;
    return {
      layer: "danger",
      data: buildDangerDiagnosis(rule, serviceType),
      decidedBy: splitAnswerPairs(rule.pattern),
      runnerUp: null,
      rules: [rule.id],
    };
  }
  const found = chooseLayer(pairs, model);
  const matched = matchRules(rules, new Set(pairs));
  const { serviceType: own, preventionTips: tips } = found.data;
  const data = limitGenericUrgency({
    ...found.data,
    serviceType: own || serviceType,
    preventionTips: tips.length > 0 ? tips : GENERAL_TIPS,
  });
  const rulePairs = matched.flatMap((rule) => splitAnswerPairs(rule.pattern));
  return {
    ...found,
    data: applyRules(data, matched, { keepSteps: found.layer !== "model" }),
    decidedBy: [...new Set([...rulePairs, ...found.decidedBy])],
    rules: matched.map((rule) => rule.id),
  };
}

/** The result without safety rules: of a row, the model, or the generic one. */
function chooseLayer(
  pairs: readonly string[],
  { row, outcomes, thresholds, serviceType }: DiagnosisModel,
): Omit<Diagnosis, "rules"> {
  const ranked = outcomes.length > 0 ? rankOutcomes(outcomes, pairs) : [];
  if (row) {
    const other = ranked.find(({ outcome }) => outcome.data.diagnosis !== row.data.diagnosis);
    const rowPairs = splitAnswerPairs(row.hash);
    return {
      layer: rowPairs.length === pairs.length ? "exact" : "partial",
      data: row.data,
      decidedBy: rowPairs,
      runnerUp: getRunnerUpTitle(other),
    };
  }
  const prediction = predictOutcome(ranked, thresholds);
  if (prediction)
    return {
      layer: "model",
      data: prediction.chosen.outcome.data,
      decidedBy: listReasons(prediction, pairs),
      runnerUp: getRunnerUpTitle(prediction.other),
    };
  return {
    layer: "generic",
    data: buildGenericDiagnosis(serviceType),
    decidedBy: [],
    runnerUp: getRunnerUpTitle(ranked[0]),
  };
}

const getRunnerUpTitle = (ranked: RankedOutcome | null | undefined) =>
  ranked && ranked.posterior >= RUNNER_UP_POSTERIOR ? ranked.outcome.data.diagnosis : null;
