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

/** Who answered; `danger`: a safety rule of high urgency, whatever else is known. */
export type Layer = "danger" | "exact" | "partial" | "model" | "generic";

export type DiagnosisModel = {
  /** The approved row that fits best; see `chooseRow`. */
  row: DiagnosisRow | null;
  /** Approved outcomes and rules only: what is pending changes nothing for visitors. */
  outcomes: readonly Outcome[];
  rules: readonly SafetyRule[];
  thresholds: Thresholds;
  serviceType: string;
};

export type Diagnosis = {
  layer: Layer;
  data: DiagnosisData;
  /** Pairs that decided, the heaviest first. */
  decidedBy: string[];
  /** Title of what else it could be, where the model had a second thought. */
  runnerUp: string | null;
  /** Safety rules that applied. */
  rules: string[];
};

/** The heaviest answers that are named as reasons of a model's result. */
const MAX_REASONS = 3;
/** A second thought below this posterior is none. */
const RUNNER_UP_POSTERIOR = 0.05;

/** Prevention tips of a result that has none of its own. */
const GENERAL_TIPS = [
  "Have it checked once a year, before its busy season",
  "Act on new noises, smells and stains while they are small",
  "Keep the papers and the dates of past repairs together",
];

/** What is shown where nothing better is known. */
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

/** Larger is better: more pairs, then priority, then the newer approval. */
export function compareRows(a: DiagnosisRow, b: DiagnosisRow): number {
  return (
    splitAnswerPairs(a.hash).length - splitAnswerPairs(b.hash).length ||
    a.priority - b.priority ||
    a.approvedAt.getTime() - b.approvedAt.getTime()
  );
}

/**
 * The row that answers: of those whose pairs are all among the answers, the one with most of them.
 * An empty hash never fits.
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

/** How likely each outcome is after these answers, the likeliest first. */
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

/** What the model says, or null where it does not know: of two that are close, the more urgent. */
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

/** Answers that speak for the chosen outcome and against the other one, the heaviest first. */
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

/** Rules whose pairs are all answered, the most urgent first. */
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

/** What forbids cannot ask for what a rule forbids. */
const isProhibition = (step: string) => /^(?:never|do not|don't)\b/i.test(step);
const PROFESSIONAL_STEP =
  "Have a professional find the cause, and say what you saw, heard or smelled.";

/**
 * Raises urgency to what rules below high urgency ask for, never lowers it, and puts their
 * instructions first. The steps of a cause were written without knowing the rules, and may ask for
 * what one forbids ("do not reset it", "press Reset"): of these only prohibitions stay.
 * @param options.keepSteps where the steps were written for these very answers, or ask for nothing but an inspection
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
 * The general result is for whoever can wait a few days: a row that says its words is no more
 * urgent.
 */
const limitGenericUrgency = (data: DiagnosisData): DiagnosisData =>
  data.diagnosis === GENERIC_TITLE && data.urgency === "high"
    ? { ...data, urgency: "medium", priority: "medium", timeframe: RAISED_TIMEFRAMES.medium }
    : data;

/**
 * From answers to a result: a danger; else exact row, partial row, model, generic, and then what
 * the other safety rules add. A danger often forbids something ("do not touch a switch") that the
 * steps of a diagnosis ask for, and nobody can read out of a text whether it does: so a danger
 * speaks alone.
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
