import { RAISED_TIMEFRAMES } from "../constants.ts";
import { type Answer, type DiagnosisData, type SafetyRule, toLines } from "../schema.ts";
import { formatAnswerPair, splitAnswerPairs } from "./hash-answers.ts";

/**
 * A safety rule of high urgency ends the quiz as soon as its answers are given, and its screen is
 * the result.
 */

/**
 * The rules of high urgency in order of precedence: rules that call 911, then rules for more
 * answers.
 */
export function listDangers<R extends Omit<SafetyRule, "id">>(rules: readonly R[]): R[] {
  return rules
    .filter(({ urgency, pattern }) => urgency === "high" && pattern !== "")
    .toSorted(
      (a, b) =>
        Number(b.call911) - Number(a.call911) ||
        splitAnswerPairs(b.pattern).length - splitAnswerPairs(a.pattern).length,
    );
}

/**
 * Finds the danger that the answers, in the order of the questions, meet first.
 * @param dangers in the order of `listDangers`
 * @returns the rule and the number of answers after which the quiz ends, or null
 */
export function findDanger<R extends Pick<SafetyRule, "pattern">>(
  dangers: readonly R[],
  answers: readonly Answer[],
): { rule: R; answered: number } | null {
  const given = new Set<string>();
  for (const [at, { questionId, selectedOptionIndex }] of answers.entries()) {
    given.add(formatAnswerPair(questionId, selectedOptionIndex));
    const rule = dangers.find(({ pattern }) =>
      splitAnswerPairs(pattern).every((pair) => given.has(pair)),
    );
    if (rule) return { rule, answered: at + 1 };
  }
  return null;
}

/** Builds the result of a danger; it contains only the texts of the rule. */
export const buildDangerDiagnosis = (
  { headline, name, causes, instruction }: Omit<SafetyRule, "id">,
  serviceType: string,
): DiagnosisData => ({
  serviceType,
  diagnosis: headline || name,
  causes: [...causes],
  urgency: "high",
  timeframe: RAISED_TIMEFRAMES.high,
  waiting: "",
  nextSteps: toLines(instruction),
  proSteps: [],
  safetyLines: [],
  preventionTips: [],
  priority: "high",
  customMessage: "",
});
