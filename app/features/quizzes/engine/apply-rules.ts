import { RAISED_TIMEFRAMES, URGENCY_RANK, type Urgency } from "../constants.ts";
import { type DiagnosisData, type SafetyRule, toLines } from "../schema.ts";
import { splitAnswerPairs } from "./hash-answers.ts";

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
 * contradict them ("do not reset it", "press Reset"), so they are left out; its safety lines and
 * what it leaves to a professional stay. A rule without instructions only raises the urgency.
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
  const isOwnSteps = keepSteps || instructions.length === 0;
  return {
    ...data,
    urgency,
    priority,
    timeframe: urgency === data.urgency ? data.timeframe : RAISED_TIMEFRAMES[urgency],
    nextSteps: [...new Set([...instructions, ...(isOwnSteps ? data.nextSteps : [])])],
    proSteps: isOwnSteps || data.proSteps.length > 0 ? data.proSteps : [PROFESSIONAL_STEP],
    safetyLines: isOwnSteps
      ? data.safetyLines
      : [...new Set([...data.safetyLines, ...data.nextSteps.filter(isProhibition)])].filter(
          (line) => !instructions.includes(line),
        ),
  };
}
