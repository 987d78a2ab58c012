import {
  CAUSE_UNKNOWN,
  DEFAULT_SERVICE_TYPE,
  GENERIC_TITLE,
  RAISED_TIMEFRAMES,
  URGENCY_RANK,
  type Urgency,
} from "../constants.ts";
import {
  type Answer,
  type DiagnosisData,
  type DiagnosisRow,
  type Outcome,
  type SafetyRule,
  type Thresholds,
  toLines,
} from "../schema.ts";
import { buildDangerDiagnosis, findDanger, listDangers } from "./danger-stop.ts";
import { hashAnswers, splitAnswerPairs } from "./hash-answers.ts";

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

/** Maximum number of answers named as reasons of a model result. */
const MAX_REASONS = 3;
/** A second outcome below this posterior is not mentioned. */
const RUNNER_UP_POSTERIOR = 0.05;

/** Prevention tips of results without any. */
const GENERAL_TIPS = [
  "Have it checked once a year, before its busy season",
  "Act on new noises, smells and stains while they are small",
  "Keep the papers and the dates of past repairs together",
];

/** The result shown when no other layer applies. */
export const buildGenericDiagnosis = (
  serviceType: string,
  cause: string = CAUSE_UNKNOWN,
): DiagnosisData => ({
  serviceType: serviceType || DEFAULT_SERVICE_TYPE,
  diagnosis: GENERIC_TITLE,
  causes: [cause],
  urgency: "medium",
  timeframe: "Within a few days",
  nextSteps: [
    "Have a professional look at it in person",
    "Write down when it happens and what you notice",
    "Ask for a written estimate before any work begins",
  ],
  preventionTips: GENERAL_TIPS,
  priority: "medium",
  customMessage: "Your answers do not point to one cause. A professional can find it in person.",
});

/**
 * Sorts rows by number of answer pairs, then by priority, then by the time of approval; larger is
 * better.
 */
export function compareRows(a: DiagnosisRow, b: DiagnosisRow): number {
  return (
    splitAnswerPairs(a.hash).length - splitAnswerPairs(b.hash).length ||
    a.priority - b.priority ||
    a.approvedAt.getTime() - b.approvedAt.getTime()
  );
}

/**
 * Chooses the row with the most answer pairs among those whose pairs are all given. An empty hash
 * never matches.
 */
export function chooseRow(
  rows: readonly DiagnosisRow[],
  answers: readonly Answer[],
): DiagnosisRow | null {
  const given = new Set(splitAnswerPairs(hashAnswers(answers)));
  let best: DiagnosisRow | null = null;
  for (const row of rows) {
    if (row.hash === "" || !splitAnswerPairs(row.hash).every((pair) => given.has(pair))) continue;
    if (!best || compareRows(row, best) > 0) best = row;
  }
  return best;
}

export type Ranked = { outcome: Outcome; posterior: number };

/** Posterior of each outcome after these answers, the most likely first. */
export function rankOutcomes(outcomes: readonly Outcome[], pairs: readonly string[]): Ranked[] {
  const scored = outcomes.map((outcome) => ({
    outcome,
    score: pairs.reduce((sum, pair) => sum + (outcome.weights[pair] ?? 0), outcome.bias),
  }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const exponents = scored.map(({ score }) => Math.exp(score - highest));
  const total = exponents.reduce((sum, value) => sum + value, 0);
  return scored
    .map(({ outcome }, at) => ({ outcome, posterior: (exponents[at] ?? 0) / total }))
    .sort((a, b) => b.posterior - a.posterior);
}

/**
 * The outcome that the model predicts, or null when none is likely enough. Of two close ones, the
 * more urgent is chosen.
 */
export function predictOutcome(
  ranked: readonly Ranked[],
  thresholds: Thresholds,
): { chosen: Ranked; other: Ranked | null } | null {
  const [first, second] = ranked;
  if (!first || first.posterior < thresholds.posterior) return null;
  if (!second) return { chosen: first, other: null };
  const isClose = first.posterior - second.posterior < thresholds.margin;
  const isSecondMoreUrgent =
    URGENCY_RANK[second.outcome.data.urgency] > URGENCY_RANK[first.outcome.data.urgency];
  return isClose && isSecondMoreUrgent
    ? { chosen: second, other: first }
    : { chosen: first, other: second };
}

/** Answers that favor the chosen outcome over the other one, the heaviest first. */
function listReasons(
  { chosen, other }: { chosen: Ranked; other: Ranked | null },
  pairs: readonly string[],
): string[] {
  return pairs
    .map((pair) => ({
      pair,
      weight: (chosen.outcome.weights[pair] ?? 0) - (other?.outcome.weights[pair] ?? 0),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ pair }) => pair);
}

/** Rules whose answer pairs are all given, the most urgent first. */
export function matchRules<R extends Pick<SafetyRule, "pattern" | "urgency">>(
  rules: readonly R[],
  pairs: ReadonlySet<string>,
): R[] {
  return rules
    .filter(
      ({ pattern }) => pattern !== "" && splitAnswerPairs(pattern).every((pair) => pairs.has(pair)),
    )
    .sort((a, b) => URGENCY_RANK[b.urgency] - URGENCY_RANK[a.urgency]);
}

const getMoreUrgent = (a: Urgency, b: Urgency): Urgency =>
  URGENCY_RANK[a] >= URGENCY_RANK[b] ? a : b;

/** A prohibition cannot contradict a rule's prohibition. */
const isProhibition = (step: string) => /^(?:never|do not|don't)\b/i.test(step);
const PROFESSIONAL_STEP =
  "Have a professional find the cause, and say what you saw, heard or smelled.";

/**
 * Applies the rules below high urgency: raises the urgency, never lowers it, and puts their
 * instructions first. The steps of an outcome were written without knowing the rules and may
 * contradict them ("do not reset it", "press Reset"), so only prohibitions are kept.
 * @param options.keepSteps true when the steps were written for exactly these answers, or only recommend an inspection
 */
export function applyRules(
  data: DiagnosisData,
  rules: readonly SafetyRule[],
  { keepSteps = false } = {},
): DiagnosisData {
  const [first] = rules;
  if (!first) return data;
  const urgency = rules.reduce<Urgency>(
    (most, rule) => getMoreUrgent(most, rule.urgency),
    data.urgency,
  );
  const priority = getMoreUrgent(data.priority, urgency);
  const instructions = [...new Set(rules.flatMap((rule) => toLines(rule.instruction)))];
  return {
    ...data,
    urgency,
    priority,
    timeframe: urgency === data.urgency ? data.timeframe : RAISED_TIMEFRAMES[urgency],
    nextSteps: [
      ...new Set([
        ...instructions,
        ...(keepSteps
          ? data.nextSteps
          : [...data.nextSteps.filter(isProhibition), PROFESSIONAL_STEP]),
      ]),
    ],
  };
}

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
export function diagnose(
  answers: readonly Answer[],
  { row, outcomes, rules, thresholds, serviceType }: DiagnosisModel,
): Diagnosis {
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
  const found = findAnswer();
  const matched = matchRules(rules, new Set(pairs));
  const { serviceType: own, preventionTips: tips } = found.data;
  const data = applyRules(
    limitGenericUrgency({
      ...found.data,
      serviceType: own || serviceType,
      preventionTips: tips.length > 0 ? tips : GENERAL_TIPS,
    }),
    matched,
    {
      keepSteps: found.layer !== "model",
    },
  );
  const dangers = [...new Set(matched.flatMap((rule) => splitAnswerPairs(rule.pattern)))];
  return {
    ...found,
    data,
    decidedBy: [...new Set([...dangers, ...found.decidedBy])],
    rules: matched.map((rule) => rule.id),
  };

  function findAnswer(): Omit<Diagnosis, "rules"> {
    const ranked = outcomes.length > 0 ? rankOutcomes(outcomes, pairs) : [];
    if (row) {
      const other = ranked.find(({ outcome }) => outcome.data.diagnosis !== row.data.diagnosis);
      const layer = splitAnswerPairs(row.hash).length === pairs.length ? "exact" : "partial";
      return {
        layer,
        data: row.data,
        decidedBy: splitAnswerPairs(row.hash),
        runnerUp: getRunnerUpTitle(other),
      };
    }
    const model = predictOutcome(ranked, thresholds);
    if (model)
      return {
        layer: "model",
        data: model.chosen.outcome.data,
        decidedBy: listReasons(model, pairs),
        runnerUp: getRunnerUpTitle(model.other),
      };
    return {
      layer: "generic",
      data: buildGenericDiagnosis(serviceType),
      decidedBy: [],
      runnerUp: getRunnerUpTitle(ranked[0]),
    };
  }
}

const getRunnerUpTitle = (ranked: Ranked | null | undefined) =>
  ranked && ranked.posterior >= RUNNER_UP_POSTERIOR ? ranked.outcome.data.diagnosis : null;
