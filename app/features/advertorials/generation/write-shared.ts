import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import {
  DANGER_QUESTION,
  type FaultTree,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import {
  heading,
  list,
  lowerFirst,
  nameCause,
  nameTrade,
  type Part,
  paragraph,
  section,
} from "./article-parts.ts";
import type { PriceLine } from "./article-subject.ts";
import { type ArticleTexts, fill } from "./article-texts.ts";

/** Sections that articles about services and about fault trees share. */

const MAX_EXAMPLES = 4;

/** The dangers of a fault tree: how to recognize each, and the first steps. */
export function writeDangers(tree: FaultTree, { danger }: ArticleTexts): Part[] {
  const options = tree.questions.find(({ key }) => key === DANGER_QUESTION)?.options ?? [];
  const rules = options.flatMap(({ key, text: sign }) => {
    const rule = tree.safety.find(
      ({ when, urgency }) => urgency === "high" && when[DANGER_QUESTION] === key,
    );
    // All steps: the one that saves somebody may be the last.
    return rule ? [paragraph(fill(danger.sign, { sign })), list(rule.instruction.split("\n"))] : [];
  });
  return rules.length > 0
    ? [heading(danger.heading), paragraph(danger.lead), ...rules, paragraph(danger.guide)]
    : [];
}

export const writeCosts = (
  lines: readonly PriceLine[],
  { costs }: ArticleTexts,
  { more = [] }: { more?: string[] } = {},
): Part[] => {
  const items = lines.map(({ label, range, causes }) =>
    fill(causes.length > 0 ? costs.lineFor : costs.line, {
      label,
      range: range.replaceAll("–", "-"),
      causes: causes
        .slice(0, MAX_EXAMPLES)
        .map((cause) => lowerFirst(nameCause(cause)))
        .join("; "),
    }),
  );
  const known = items.length > 0 ? [paragraph(costs.lead), list(items)] : [];
  return known.length > 0 || more.length > 0
    ? section(costs.heading, [...known, ...more.map(paragraph), paragraph(costs.quote)])
    : [];
};

/** The questions and steps of a service page, as far as they belong to the subject. */
export const writeQuestions = (
  lines: readonly string[],
  { trade }: ServiceFacts,
  texts: ArticleTexts,
) => section(fill(texts.questions, { trade: nameTrade(trade) }), [list([...lines])]);

export const writeUntilArrival = (
  lines: readonly string[],
  { trade }: ServiceFacts,
  texts: ArticleTexts,
) => section(fill(texts.untilArrival, { trade: nameTrade(trade) }), [list([...lines])]);

export const writeHelp = ({ trade }: ServiceFacts, { help }: ArticleTexts): Part[] => [
  heading(help.heading),
  paragraph(fill(help.text, { trade: nameTrade(trade) })),
];
