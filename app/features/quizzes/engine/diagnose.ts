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
import { chooseRow, findRowOutcome } from "./choose-row.ts";
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
  /** Approved rows that the answers may match; see `chooseRow`. */
  rows: readonly DiagnosisRow[];
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
  /** How sure the model is of the result; null where it has no outcome for it. */
  confidence: Confidence | null;
  /** The next likely outcomes, the most likely first. */
  candidates: Candidate[];
  /** Ids of the safety rules that applied. */
  rules: string[];
};

export type Confidence = {
  posterior: number;
  /** How many of the answers to telling questions do not speak against the outcome, and how many there are. */
  fitting: number;
  answers: number;
};
export type Candidate = Pick<DiagnosisData, "diagnosis" | "urgency">;

/** A further outcome below this posterior is not mentioned. */
const CANDIDATE_POSTERIOR = 0.02;
const MAX_CANDIDATES = 2;
/** The general result names no cause, so it lists more of them. */
const MAX_GENERIC_CANDIDATES = 3;
/** An answer with a weight below this speaks against an outcome. */
const AGAINST_WEIGHT = -0.5;

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
      confidence: null,
      candidates: [],
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
  { rows, outcomes, thresholds, serviceType }: DiagnosisModel,
): Omit<Diagnosis, "rules"> {
  const ranked = outcomes.length > 0 ? rankOutcomes(outcomes, pairs) : [];
  const row = chooseRow(rows, pairs, ranked);
  if (row) {
    const own = findRowOutcome(row, ranked);
    const rowPairs = splitAnswerPairs(row.hash);
    return {
      layer: rowPairs.length === pairs.length ? "exact" : "partial",
      data: row.data,
      decidedBy: rowPairs,
      confidence: own ? measureConfidence(own, pairs, ranked) : null,
      candidates: listCandidates(ranked, own),
    };
  }
  const prediction = predictOutcome(ranked, thresholds);
  if (prediction)
    return {
      layer: "model",
      data: prediction.chosen.outcome.data,
      decidedBy: listReasons(prediction, pairs),
      confidence: measureConfidence(prediction.chosen, pairs, ranked),
      candidates: listCandidates(ranked, prediction.chosen),
    };
  return {
    layer: "generic",
    data: buildGenericDiagnosis(serviceType),
    decidedBy: [],
    confidence: null,
    candidates: listCandidates(ranked, undefined),
  };
}

/** Counts only answers to questions that tell causes apart: that about dangers fits every cause. */
function measureConfidence(
  { outcome, posterior }: RankedOutcome,
  pairs: readonly string[],
  ranked: readonly RankedOutcome[],
): Confidence {
  const telling = new Set(
    ranked.flatMap((entry) => Object.keys(entry.outcome.weights).map(getQuestionId)),
  );
  const counted = pairs.filter((pair) => telling.has(getQuestionId(pair)));
  return {
    posterior,
    fitting: counted.filter((pair) => (outcome.weights[pair] ?? 0) >= AGAINST_WEIGHT).length,
    answers: counted.length,
  };
}

const getQuestionId = (pair: string) => pair.slice(0, pair.lastIndexOf(":"));

const listCandidates = (
  ranked: readonly RankedOutcome[],
  chosen: RankedOutcome | undefined,
): Candidate[] =>
  ranked
    .filter((entry) => entry !== chosen && entry.posterior >= CANDIDATE_POSTERIOR)
    .slice(0, chosen ? MAX_CANDIDATES : MAX_GENERIC_CANDIDATES)
    .map(({ outcome: { data } }) => ({ diagnosis: data.diagnosis, urgency: data.urgency }));
