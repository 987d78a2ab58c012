import { type FaultTree, TREE_QUESTIONS } from "./fault-tree-schema.ts";
import { hashAnswers, pairOf, readHash } from "./hash-answers.ts";
import { makeRandom } from "./make-random.ts";
import type { Answer, DiagnosisData, Outcome, Question, SafetyRule, Weights } from "./schema.ts";

/** A quiz as a generator makes it, before anyone has reviewed it. */
export type QuizDraft = {
  title: string;
  description: string;
  serviceType: string;
  questions: Question[];
};
export type DraftOutcome = Omit<Outcome, "id"> & { key: string };
export type DraftRule = Omit<SafetyRule, "id">;
export type DraftRow = { hash: string; priority: number; data: DiagnosisData };
export type QuizKnowledge = { outcomes: DraftOutcome[]; rules: DraftRule[]; rows: DraftRow[] };

/** Log-odds of one point of a fault tree: two points make a cause about sixteen times likelier. */
const POINT = 1.4;
/** A row for two answers is made where these alone make one cause this likely... */
const ROW_POSTERIOR = 0.6;
/** ...each of them speaks for it by itself, in log-odds... */
const ROW_WEIGHT = 0.6;
/** ...and most visitors who give them are told the same by the model, which knows their other answers too. */
const ROW_STAYS = 0.75;
const VISITORS = 100;
const MAX_ROWS = 40;
/** Fewer rows than this are filled up with weaker ones, whose posterior and agreement may be lower by this. */
const MIN_ROWS = 10;
const LENIENCE = 0.1;

export const fieldName = (number: number) => `question_${number}`;

/** The questions of a tree for a quiz of this many: the first ones, and always those that safety rules ask. */
function pickQuestions(tree: FaultTree, count: number): FaultTree["questions"] {
  const vital = new Set(tree.safety.flatMap((rule) => Object.keys(rule.when)));
  const order = [...tree.questions.filter((question) => vital.has(question.key)), ...tree.questions.filter((question) => !vital.has(question.key))];
  const chosen = new Set(order.slice(0, Math.min(count, TREE_QUESTIONS)));
  return tree.questions.filter((question) => chosen.has(question));
}

/** The option that most callers would choose: what the commonest causes speak for. */
function mostLikely(tree: FaultTree, options: FaultTree["questions"][number]["options"]): number {
  const total = tree.causes.reduce((sum, cause) => sum + cause.share, 0);
  const scores = options.map((option) => tree.causes.reduce((sum, cause) => sum + (cause.share / total) * (option.points[cause.key] ?? 0), 0));
  return scores.indexOf(Math.max(...scores));
}

/** Questions of a quiz from a fault tree. */
export function draftQuiz(tree: FaultTree, options: { questions: number }): QuizDraft {
  const questions = pickQuestions(tree, options.questions).map((question, at) => ({
    id: String(at + 1),
    questionText: question.text,
    options: question.options.map((option) => option.text),
    optionIds: question.options.map((option) => option.key),
    correctAnswerIndex: mostLikely(tree, question.options),
    explanation: question.explanation,
    ghlField: fieldName(at + 1),
  }));
  return { title: tree.title, description: tree.description, serviceType: tree.serviceType, questions };
}

const dataOf = (tree: FaultTree, { key: _key, share: _share, ...cause }: FaultTree["causes"][number]): DiagnosisData => ({
  serviceType: tree.serviceType,
  ...cause,
  priority: cause.urgency,
});

/** A cause as an outcome that no answer speaks for yet. */
export function outcomeOf(tree: FaultTree, cause: FaultTree["causes"][number]): DraftOutcome {
  const total = tree.causes.reduce((sum, { share }) => sum + share, 0);
  return { key: cause.key, bias: Math.log(cause.share / total), weights: {}, data: dataOf(tree, cause) };
}

/** For an option of a tree: the pair that it is in a quiz, or null where the quiz does not have it. */
export type PairFinder = (question: string, option: string) => string | null;

/** Outcomes and safety rules of a tree for the options that a quiz has. A rule that the quiz cannot ask for is left out. */
export function draftModel(tree: FaultTree, findPair: PairFinder): Pick<QuizKnowledge, "outcomes" | "rules"> {
  const outcomes = tree.causes.map((cause) => {
    const weights: Weights = {};
    for (const question of tree.questions) {
      for (const option of question.options) {
        const pair = findPair(question.key, option.key);
        if (pair && option.points[cause.key]) weights[pair] = (option.points[cause.key] ?? 0) * POINT;
      }
    }
    return { ...outcomeOf(tree, cause), weights };
  });
  const rules = tree.safety.flatMap(({ when, ...rule }) => {
    const pairs = Object.entries(when).map(([question, option]) => findPair(question, option));
    if (!pairs.every((pair) => pair !== null)) return [];
    const pattern = hashAnswers(readHash(pairs.join(",")) ?? []);
    return [{ ...rule, headline: rule.headline || rule.name, alsoCall: rule.alsoCall ?? "", pattern }];
  });
  return { outcomes, rules };
}

/** Where the options of a tree are in the quiz of this many questions that `draftQuiz` makes of it. */
export function pairsOfTree(tree: FaultTree, options: { questions: number }): PairFinder {
  const picked = pickQuestions(tree, options.questions);
  return (question, option) => {
    const at = picked.findIndex(({ key }) => key === question);
    const place = picked[at]?.options.findIndex(({ key }) => key === option) ?? -1;
    return place < 0 ? null : pairOf(String(at + 1), place);
  };
}

/** Outcomes, safety rules and rows for some answers, for the questions that the quiz has. Deterministic. */
export function draftKnowledge(tree: FaultTree, options: { questions: number }): QuizKnowledge {
  const { outcomes, rules } = draftModel(tree, pairsOfTree(tree, options));
  const search = searchRows(draftQuiz(tree, options).questions, outcomes);
  let step = search.next();
  while (!step.done) step = search.next();
  return { outcomes, rules, rows: step.value };
}

type Found = { answers: Answer[]; outcome: number; posterior: number; isStrong: boolean };

/**
 * Two answers that together point to one cause, whatever else is answered: these rows can be read and approved one by one.
 * Rows that fit the same answers say the same. It yields often, since a large quiz takes a fifth of a second.
 */
export function* searchRows(questions: readonly Pick<Question, "id" | "options">[], outcomes: readonly DraftOutcome[]): Generator<undefined, DraftRow[]> {
  const model = tabulate(questions, outcomes);
  const found: Found[] = [];
  for (const [at, one] of model.pairs.entries()) {
    for (const other of model.pairs.slice(at + 1)) {
      const row = one.question === other.question ? null : judgePairs(model, one, other);
      if (row) found.push(row);
    }
    yield;
  }
  const rows: (DraftRow & { answers: Answer[]; outcome: number })[] = [];
  for (const { answers, outcome, posterior, isStrong } of found.sort((a, b) => Number(b.isStrong) - Number(a.isStrong) || b.posterior - a.posterior)) {
    const data = outcomes[outcome]?.data;
    if (rows.length === MAX_ROWS || (!isStrong && rows.length >= MIN_ROWS) || !data) break;
    if (rows.some((row) => row.outcome !== outcome && canMeet(row.answers, answers))) continue;
    rows.push({ answers, outcome, hash: hashAnswers(answers), priority: Math.round(posterior * 100), data });
  }
  return rows.map(({ hash, priority, data }) => ({ hash, priority, data }));
}

function judgePairs(model: Table, one: Pair, other: Pair): Found | null {
  const posteriors = toPosteriors(model.bias.map((bias, outcome) => bias + (one.weights[outcome] ?? 0) + (other.weights[outcome] ?? 0)));
  const best = posteriors.indexOf(Math.max(...posteriors));
  const posterior = posteriors[best] ?? 0;
  // A row that one answer alone decides would overrule everything else a visitor says.
  if (posterior < ROW_POSTERIOR - LENIENCE || [one, other].some(({ weights }) => (weights[best] ?? 0) < ROW_WEIGHT)) return null;
  const agreeing = shareThatAgrees(model, [one, other], posteriors, best);
  if (agreeing < ROW_STAYS - LENIENCE) return null;
  const answers = [one, other].map(({ question, option }) => ({ questionId: model.ids[question] ?? "", selectedOptionIndex: option }));
  return { answers, outcome: best, posterior, isStrong: posterior >= ROW_POSTERIOR && agreeing >= ROW_STAYS };
}

/** Whether one visitor can give both sets of answers. */
const canMeet = (a: readonly Answer[], b: readonly Answer[]) =>
  a.every((one) => b.every((other) => other.questionId !== one.questionId || other.selectedOptionIndex === one.selectedOptionIndex));

type Pair = { question: number; option: number /** By outcome. */; weights: number[] };
type Table = { ids: string[]; bias: number[]; pairs: Pair[]; byQuestion: Pair[][] };

function tabulate(questions: readonly Pick<Question, "id" | "options">[], outcomes: readonly DraftOutcome[]): Table {
  const byQuestion = questions.map(({ id, options }, question) =>
    options.map((_, option) => ({ question, option, weights: outcomes.map(({ weights }) => weights[pairOf(id, option)] ?? 0) })),
  );
  return { ids: questions.map(({ id }) => id), bias: outcomes.map(({ bias }) => bias), pairs: byQuestion.flat(), byQuestion };
}

function toPosteriors(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const exponents = scores.map((score) => Math.exp(score - highest));
  const total = exponents.reduce((sum, value) => sum + value, 0);
  return exponents.map((value) => value / total);
}

/** The place of a draw from 0 up to 1 among shares that sum up to 1. */
function drawFrom(shares: readonly number[], draw: number): number {
  let left = draw;
  const place = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return place < 0 ? shares.length - 1 : place;
}

/** Of visitors who gave these answers and answer the rest as their trouble makes them: the share for whom the model names this cause. */
function shareThatAgrees({ bias, byQuestion }: Table, given: readonly Pair[], posteriors: readonly number[], cause: number): number {
  const rest = byQuestion.filter((_, question) => given.every((pair) => pair.question !== question));
  const random = makeRandom(cause + 1);
  let agreeing = 0;
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    const trouble = drawFrom(posteriors, random());
    const answers = rest.flatMap((options) => options[drawFrom(toPosteriors(options.map(({ weights }) => weights[trouble] ?? 0)), random())] ?? []);
    const scores = bias.map((start, outcome) => [...given, ...answers].reduce((sum, { weights }) => sum + (weights[outcome] ?? 0), start));
    if (scores.indexOf(Math.max(...scores)) === cause) agreeing += 1;
  }
  return agreeing / VISITORS;
}

/** Number of combinations; the built-in and the model generators report progress against it. */
export const combinationsOf = (questions: readonly Pick<Question, "options">[]) =>
  questions.length === 0 ? 0 : questions.reduce((product, { options }) => product * options.length, 1);
