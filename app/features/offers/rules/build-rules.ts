import { RULE_TITLES, type RuleAnchor } from "./anchors.ts";
import { choiceRules, type RuleTexts, timerRules } from "./choice-rules.ts";
import { disputeRules, priceRules, refundRules } from "./credit-rules.ts";
import { customerRules } from "./customer-rules.ts";
import type { RuleFigures } from "./figures.ts";

export type RuleLine = { anchor: RuleAnchor; title: string; text: string };
export type RuleSection = { id: string; title: string; lines: RuleLine[] };

const SECTIONS: readonly [id: string, title: string, build: (figures: RuleFigures) => RuleTexts][] =
  [
    ["choice", "How an offer is chosen", choiceRules],
    ["time", "How long an offer is yours", timerRules],
    ["cost", "What it costs", priceRules],
    ["customers", "The customer's details", customerRules],
    ["refunds", "When credits come back automatically", refundRules],
    ["disputes", "When you disagree", disputeRules],
  ];

/** The rules as the page shows them, with the numbers that hold now. */
export const buildRules = (figures: RuleFigures): RuleSection[] =>
  SECTIONS.map(([id, title, build]) => ({
    id,
    title,
    lines: Object.entries(build(figures)).map(([anchor, text]) => ({
      anchor: anchor as RuleAnchor,
      title: RULE_TITLES[anchor as RuleAnchor],
      text,
    })),
  }));
