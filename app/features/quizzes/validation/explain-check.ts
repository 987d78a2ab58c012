import { formatQuantity } from "#app/lib/format-values.ts";
import {
  describeAnswerPair,
  describeAnswers,
  formatDescribedAnswers,
} from "../player/describe-answers.ts";
import type { Question } from "../schema.ts";
import type { CheckReport } from "./check-report.ts";

export type CheckedQuiz = {
  report: CheckReport;
  /** The reason why the quiz cannot be published, or null. */
  publishBlocker: string | null;
  questions: Pick<Question, "id" | "questionText" | "options">[];
  /** Outcome titles by id. */
  outcomes: Record<string, string>;
  /** Number of diagnoses, outcomes and rules that wait for approval: they are not used yet. */
  pending: number;
};
/** `bad` prevents a quiz from being published. */
export type Finding = {
  id: string;
  tone: "bad" | "warn" | "note";
  title: string;
  examples: string[];
  hint: string;
};

export const LAYERS = ["danger", "exact", "partial", "model", "generic"] as const;
export const LAYER_NAMES: Record<(typeof LAYERS)[number], string> = {
  danger: "Danger screen",
  exact: "Own diagnosis",
  partial: "Partial diagnosis",
  model: "Model",
  generic: "General result",
};

/** Few, because each names every answer. */
const VIOLATION_EXAMPLES = 2;

/** Formats a share: a small one is never 0%, and an incomplete one never 100%. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0%";
  const percent = (part / whole) * 100;
  if (percent < 0.1) return "under 0.1%";
  if (part < whole && percent > 99.9) return "over 99.9%";
  return `${percent < 10 || (percent > 90 && part < whole) ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
}

type CountedFinding = Finding & { count: number };

/** Lists the findings of a check with hints, the most severe first. */
export function explainCheck(checked: CheckedQuiz): Finding[] {
  return [
    ...explainRules(checked),
    ...explainDiagnoses(checked),
    ...explainInfluence(checked),
    ...explainModel(checked),
  ]
    .filter(({ count }) => count > 0)
    .map(({ count: _count, ...finding }) => finding);
}

/** What is wrong with safety rules. */
function explainRules({ report, questions }: CheckedQuiz): CountedFinding[] {
  const describeHash = (hash: string) => formatDescribedAnswers(describeAnswers(hash, questions));
  const describePair = (name: string) =>
    formatDescribedAnswers([describeAnswerPair(name, questions)]);
  return [
    {
      id: "violations",
      tone: "bad",
      count: report.violations.count,
      title: `${formatQuantity(report.violations.count, "combination meets", "combinations meet")} a safety rule that is not approved`,
      examples: report.violations.examples
        .slice(0, VIOLATION_EXAMPLES)
        .map(({ rule, hash }) => `${rule}: ${describeHash(hash)}`),
      hint: "Approve the rule in the review, or remove it. The quiz cannot be made active before.",
    },
    {
      id: "dead-rules",
      tone: "bad",
      count: report.deadRules.length,
      title: `${formatQuantity(report.deadRules.length, "safety rule", "safety rules")} that nobody can meet`,
      examples: report.deadRules,
      hint: "Its question or answer is no longer in the quiz. Choose its answers again, or remove it.",
    },
    {
      id: "dangers",
      tone: "warn",
      count: report.dangersWithoutRule.length,
      title: `${formatQuantity(report.dangersWithoutRule.length, "answer sounds", "answers sound")} dangerous and no safety rule has it`,
      examples: report.dangersWithoutRule.map(describePair),
      hint: "Add a safety rule that says what to do first, unless it is no danger.",
    },
    {
      id: "danger-words",
      tone: "warn",
      count: report.dangersWithoutWords.length,
      title: `${formatQuantity(report.dangersWithoutWords.length, "danger has", "dangers have")} no headline or no causes`,
      examples: report.dangersWithoutWords,
      hint: "A safety rule of high urgency ends the quiz with a screen of its own. Write its headline and its likely causes.",
    },
  ];
}

/** Diagnoses and outcomes that nobody gets, or only by chance. */
function explainDiagnoses({ report, questions, outcomes, pending }: CheckedQuiz): CountedFinding[] {
  const describeHash = (hash: string) => formatDescribedAnswers(describeAnswers(hash, questions));
  return [
    {
      id: "contradictions",
      tone: "warn",
      count: report.contradictions.length,
      title: `${formatQuantity(report.contradictions.length, "pair of diagnoses fits", "pairs of diagnoses fit")} the same visitor and say different things`,
      examples: report.contradictions.map(
        ({ a, b }) => `${describeHash(a)} — and — ${describeHash(b)}`,
      ),
      hint: "They are equally long, so the newer one wins by chance. Reject one of them.",
    },
    {
      id: "contradicting-rows",
      tone: "bad",
      count: report.contradictingRows.length,
      title: `${formatQuantity(report.contradictingRows.length, "diagnosis says", "diagnoses say")} something else than the outcomes`,
      examples: [],
      hint: "After the same answers the outcomes find its cause unlikely, or more urgent. Correct it in the review, or give a reason to keep it below.",
    },
    {
      id: "pending",
      tone: "warn",
      count: pending,
      title: `${formatQuantity(pending, "item waits", "items wait")} for approval`,
      examples: [],
      hint: "The check looks at what visitors get now. Approve or reject these in the review, and check again.",
    },
    {
      id: "never-reached",
      tone: "warn",
      count: report.neverReached.length,
      title: `${formatQuantity(report.neverReached.length, "outcome is", "outcomes are")} never reached`,
      examples: report.neverReached.map((id) => outcomes[id] ?? id),
      hint: "No combination of answers leads there. Raise the weights of the answers that speak for it, or remove it.",
    },
  ];
}

/** Questions and answers that decide nothing. */
function explainInfluence({ report, questions }: CheckedQuiz): CountedFinding[] {
  const describePair = (name: string) =>
    formatDescribedAnswers([describeAnswerPair(name, questions)]);
  return [
    {
      id: "idle-questions",
      tone: "warn",
      count: report.questionsWithoutInfluence.length,
      title: `${formatQuantity(report.questionsWithoutInfluence.length, "question changes", "questions change")} nothing`,
      examples: report.questionsWithoutInfluence.map(
        (id) => questions.find((question) => question.id === id)?.questionText ?? id,
      ),
      hint: "Whatever is answered, the result is the same. Give its answers weights, or leave the question out.",
    },
    {
      id: "idle-options",
      tone: "note",
      count: report.optionsWithoutInfluence.length,
      title: `${formatQuantity(report.optionsWithoutInfluence.length, "answer speaks", "answers speak")} for no outcome more than for another`,
      examples: report.optionsWithoutInfluence.map(describePair),
      hint: "That is right for answers like “I am not sure”; others need a weight.",
    },
  ];
}

/** Where the model is uncertain. */
function explainModel({ report }: CheckedQuiz): CountedFinding[] {
  return [
    {
      id: "ties",
      tone: "note",
      count: report.ties,
      title: `${formatQuantity(report.ties, "combination", "combinations")} with two outcomes exactly as likely (${formatShare(report.ties, report.checked)})`,
      examples: [],
      hint: "The more urgent one is shown. Different weights before any answer tell them apart.",
    },
    {
      id: "thin-margins",
      tone: "note",
      count: report.thinMargins,
      title: `${formatQuantity(report.thinMargins, "combination", "combinations")} where the first two outcomes are close (${formatShare(report.thinMargins, report.checked)})`,
      examples: [],
      hint: "The more urgent one is shown. Where that is often, a question that tells them apart helps.",
    },
    {
      id: "generic",
      tone: "note",
      count: report.layers.generic,
      title: `${formatQuantity(report.layers.generic, "combination gets", "combinations get")} the general result (${formatShare(report.layers.generic, report.checked)})`,
      examples: [],
      hint: "The model is not certain enough about these answers. Approve outcomes, raise weights, or lower the minimum certainty.",
    },
  ];
}
