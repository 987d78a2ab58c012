import { compareRows } from "../engine/choose-row.ts";
import { formatAnswerPair, splitAnswerPairs } from "../engine/hash-answers.ts";
import { canBothMatch, parsePattern, type Shape } from "./check-patterns.ts";
import type { CheckInput } from "./check-report.ts";

/** Weights closer than this are equal. */
const SAME = 1e-9;
const MAX_CONTRADICTIONS = 20;
/**
 * Matches two words in either order, with up to three others between them: "smells like gas", "gas,
 * a strong smell".
 */
const buildProximityPattern = (a: string, b: string) => {
  const inOrder = (first: string, second: string) =>
    `\\b(?:${first})\\b(?:[^\\w']+[\\w']+){0,3}?[^\\w']+(?:${second})\\b`;
  return new RegExp(`${inOrder(a, b)}|${inOrder(b, a)}`, "i");
};
const SMELL = "smell(?:s|y|ing)?|odou?rs?|fumes?|stinks?";
const DANGERS = [
  buildProximityPattern("gas|gasoline|propane|fuel", `${SMELL}|leak(?:s|ing|ed)?`),
  buildProximityPattern("rotten", "eggs?"),
  buildProximityPattern("burn(?:ing|s|t|ed)?", `${SMELL}|plastic|rubber`),
  buildProximityPattern("CO", "alarms?|detectors?|monitors?"),
  /\b(carbon monoxide|spark(s|ing|ed)?|smok(e|es|ing|y)|flames|(on|caught|catches|catching) fire|sewage|sagging|buckling|scorch(ed|ing)?|tingl(e|es|ing))\b|^fire\b/i,
  /\b(electric(al)? )?shock(ed)?\b(?! absorber)|\bshocks (me|you|us|someone|somebody|people)\b|\belectrocut/i,
];
const MELTING = /\bmelt(s|ed|ing)?\b/i;
/** Melting of these is no danger. */
const FROZEN_WATER = /\b(snow|ice|frost)\b/i;
/** "No smell of gas" is no danger. */
const NEGATED = /^(no|none|nothing|never|neither|not|without)\b/i;
/** Each of these starts a new clause: "No heat, but I smell gas". */
const CLAUSE_BREAK = /[.;!?]|\b(?:but|however)\b|,\s{0,3}(?:and\s{1,3})?(?=(?:I|we|it|there)\b)/i;

/** Whether an answer describes a danger. */
export const isDangerous = (text: string) =>
  text
    .split(CLAUSE_BREAK)
    .some(
      (part) =>
        !NEGATED.test(part.trim()) &&
        (DANGERS.some((danger) => danger.test(part.trim())) ||
          (MELTING.test(part) && !FROZEN_WATER.test(part))),
    );

type WithoutInfluence = { questionsWithoutInfluence: string[]; optionsWithoutInfluence: string[] };

/**
 * Finds questions and options without any effect: in no row, with the same weight for every
 * outcome, and in no rule.
 */
export function findWithoutInfluence({
  questions,
  rows,
  rules,
  outcomes,
}: CheckInput): WithoutInfluence {
  const used = new Set(rows.flatMap(({ hash }) => splitAnswerPairs(hash)));
  const inRules = new Set(rules.flatMap(({ pattern }) => splitAnswerPairs(pattern)));
  const differs = (pair: string) => {
    const weights = outcomes.map((outcome) => outcome.weights[pair] ?? 0);
    return weights.some((weight) => Math.abs(weight - (weights[0] ?? 0)) > SAME);
  };
  const idle: WithoutInfluence = { questionsWithoutInfluence: [], optionsWithoutInfluence: [] };
  for (const { id, options } of questions) {
    const own = options.map((_, option) => formatAnswerPair(id, option));
    // If one answer meets a rule, the others mean that there is no such danger.
    if (own.some((pair) => inRules.has(pair))) continue;
    const pairs = own.filter((pair) => !used.has(pair) && !differs(pair));
    if (pairs.length === options.length) idle.questionsWithoutInfluence.push(id);
    else idle.optionsWithoutInfluence.push(...pairs);
  }
  return idle;
}

/** Finds options that describe a danger but are in no safety rule. */
export function findUncoveredDangers({ questions, rules }: CheckInput): string[] {
  const covered = new Set(rules.flatMap(({ pattern }) => splitAnswerPairs(pattern)));
  return questions.flatMap(({ id, options }) =>
    options.flatMap((text, option) =>
      isDangerous(text) && !covered.has(formatAnswerPair(id, option))
        ? [formatAnswerPair(id, option)]
        : [],
    ),
  );
}

/**
 * Finds partial rows of equal length and priority that the same answers can match but that differ.
 */
export function findContradictions({ rows }: CheckInput, shape: Shape): { a: string; b: string }[] {
  const partial = rows
    .flatMap((row) => {
      const pattern = parsePattern(row.hash, shape);
      return pattern?.includes(-1)
        ? [{ row, pattern, length: splitAnswerPairs(row.hash).length }]
        : [];
    })
    .sort((a, b) => compareRows(b.row, a.row));
  const found: { a: string; b: string }[] = [];
  for (const [at, one] of partial.entries()) {
    // Sorted by length and priority: no later row is equal after the first different one.
    for (let next = at + 1; next < partial.length; next++) {
      const other = partial[next];
      if (!other || other.length !== one.length || other.row.priority !== one.row.priority) break;
      if (
        other.row.data.diagnosis !== one.row.data.diagnosis &&
        canBothMatch(one.pattern, other.pattern)
      )
        found.push({ a: one.row.hash, b: other.row.hash });
      if (found.length === MAX_CONTRADICTIONS) return found;
    }
  }
  return found;
}
