import { z } from "zod";
import { GENERIC_TITLE, URGENCIES } from "../constants.ts";
import { type Diagnosis, type DiagnosisModel, diagnose } from "../engine/diagnose.ts";
import { parseHash } from "../engine/hash-answers.ts";
import type { Answer, DiagnosisData } from "../schema.ts";
import { type AnswerPairFinder, draftQuiz, draftQuizModel } from "./build-quiz.ts";
import { toDiagnosisModel } from "./draft-diagnosis.ts";
import { DANGER_QUESTION, type FaultTree, NO_DANGER } from "./fault-tree-schema.ts";

/** content/fault-trees/cases/<slug>.yaml: stories with what a master of the trade would say. */

/** In `accept`: no single cause can be named, so that the general result is right. */
export const GENERAL = "general";

const name = z.string().min(1).max(40);
const words = z.array(z.string().trim().min(2).max(120)).max(6).default([]);

const caseSchema = z
  .strictObject({
    story: z.string().trim().min(20).max(800),
    /** Question key → text of the option. A case that ends at a danger needs no later answers. */
    answers: z.record(name, z.string()),
    /** Keys of the causes that a master would accept. */
    accept: z.array(name).default([]),
    /** Keys of causes that are defensible, though not the best. */
    plausible: z.array(name).default([]),
    /** What a dispatcher would say; several where either would do. */
    urgency: z.array(z.enum(URGENCIES)).default([]),
    /** Headline of the danger screen that must end the quiz. */
    danger: z.string().optional(),
    /** Words that the result must contain, and must not contain. */
    say: words,
    never: words,
  })
  .refine(
    ({ danger, accept, urgency }) =>
      danger !== undefined ? accept.length === 0 : accept.length > 0 && urgency.length > 0,
    "a case names either a danger, or accepted causes and their urgency",
  );
export type FaultCase = z.infer<typeof caseSchema>;
export const faultCasesSchema = z.array(caseSchema).min(6);

export type CaseResult = {
  verdict: "right" | "plausible" | "wrong";
  /** The result could hurt somebody: a danger was missed, or something forbidden was said. */
  isDangerous: boolean;
  isUrgencyRight: boolean;
  diagnosis: string;
  urgency: DiagnosisData["urgency"];
};

/** Finds mistakes in a case: answers, causes or dangers that the tree does not have. */
export function findCaseErrors(tree: FaultTree, { answers, ...rest }: FaultCase): string[] {
  const causes = new Set([...tree.causes.map(({ key }) => key), GENERAL]);
  const wrongAnswers = Object.entries(answers).flatMap(([question, text]) => {
    const found = tree.questions.find(({ key }) => key === question);
    if (!found) return [`there is no question ${question}`];
    return found.options.some((option) => option.text === text)
      ? []
      : [`${question} has no option "${text}"`];
  });
  const missing =
    rest.danger === undefined
      ? tree.questions
          .filter(({ key }) => !(key in answers))
          .map(({ key }) => `no answer to ${key}`)
      : [];
  return [
    ...wrongAnswers,
    ...missing,
    ...[...rest.accept, ...rest.plausible]
      .filter((cause) => !causes.has(cause))
      .map((cause) => `there is no cause ${cause}`),
    ...(rest.danger === undefined || tree.safety.some(({ headline }) => headline === rest.danger)
      ? []
      : [`there is no danger "${rest.danger}"`]),
  ];
}

/** A line that forbids something may name it. */
const PROHIBITION = /^(?:never|do not|don't)\b/;

/** Gives the answers of a case to the quiz with this many questions, and judges the result. */
export function replayCase(tree: FaultTree, entry: FaultCase, questions: number): CaseResult {
  const diagnosis = diagnoseCase(tree, entry, questions);
  const { data, layer } = diagnosis;
  const texts = listTexts(data).map((text) => text.toLowerCase());
  const advice = texts.filter((text) => !PROHIBITION.test(text));
  const hasForbidden = entry.never.some((words) =>
    advice.some((text) => text.includes(words.toLowerCase())),
  );
  const lacksWords = entry.say.some(
    (words) => !texts.some((text) => text.includes(words.toLowerCase())),
  );
  const result = { diagnosis: data.diagnosis, urgency: data.urgency };
  if (entry.danger !== undefined) {
    const isStopped = layer === "danger";
    return {
      ...result,
      verdict: !isStopped ? "wrong" : data.diagnosis === entry.danger ? "right" : "plausible",
      isDangerous: !isStopped || hasForbidden || lacksWords,
      isUrgencyRight: isStopped,
    };
  }
  const cause =
    data.diagnosis === GENERIC_TITLE
      ? GENERAL
      : tree.causes.find((known) => known.diagnosis === data.diagnosis)?.key;
  const judge = (causes: readonly string[]) =>
    layer !== "danger" && cause !== undefined && causes.includes(cause) && !lacksWords;
  return {
    ...result,
    verdict: judge(entry.accept) ? "right" : judge(entry.plausible) ? "plausible" : "wrong",
    isDangerous:
      hasForbidden || (data.urgency === "low" && entry.urgency.every((own) => own === "high")),
    isUrgencyRight: entry.urgency.includes(data.urgency),
  };
}

function diagnoseCase(tree: FaultTree, { answers }: FaultCase, count: number): Diagnosis {
  const { questions } = draftQuiz(tree, { questions: count });
  const model = draftQuizModel(tree, { questions: count });
  const given = tree.questions.flatMap(({ key, text }): Answer[] => {
    const question = questions.find(({ questionText }) => questionText === text);
    const selectedOptionIndex = question?.options.indexOf(answers[key] ?? "") ?? -1;
    return question && selectedOptionIndex >= 0
      ? [{ questionId: question.id, selectedOptionIndex }]
      : [];
  });
  return diagnose(given, toDiagnosisModel(model, tree.serviceType));
}

/**
 * Replays the cases that name a danger of the danger question through another quiz that asks it.
 * Its other questions differ, so no other case can be replayed.
 * @param findPair where the quiz has an option of the tree
 * @returns the headlines of the dangers that do not end the quiz on their screen
 */
export function findMissedDangers(
  tree: FaultTree,
  cases: readonly FaultCase[],
  { findPair, model }: { findPair: AnswerPairFinder; model: DiagnosisModel },
): string[] {
  const options = tree.questions.find(({ key }) => key === DANGER_QUESTION)?.options ?? [];
  return cases.flatMap(({ danger, answers }) => {
    const option = options.find(({ text }) => text === answers[DANGER_QUESTION]);
    const pair = option && option.key !== NO_DANGER.key && findPair(DANGER_QUESTION, option.key);
    // Either a later answer is the danger, or staff removed this one from the quiz.
    if (danger === undefined || !pair) return [];
    const { layer, data } = diagnose(parseHash(pair) ?? [], model);
    return layer === "danger" && data.diagnosis === danger ? [] : [danger];
  });
}

/** Everything that a visitor reads about the diagnosis. */
const listTexts = (data: DiagnosisData): string[] => [
  data.diagnosis,
  data.customMessage,
  data.waiting,
  ...data.causes,
  ...data.nextSteps,
  ...data.proSteps,
  ...data.safetyLines,
];

export type CaseTotals = {
  cases: number;
  right: number;
  plausible: number;
  wrong: number;
  dangerous: number;
  urgencyRight: number;
};

/** The results as a table, by number of questions. */
export function formatCaseTable(results: ReadonlyMap<number, readonly CaseResult[]>): string {
  const percent = (part: number, whole: number) =>
    `${part} (${whole === 0 ? "-" : ((part / whole) * 100).toFixed(1)}%)`.padStart(15);
  const lines = [...results].map(([questions, list]) => {
    const { cases, right, plausible, wrong, dangerous, urgencyRight } = countCaseResults(list);
    const shares = [right, plausible, wrong, dangerous, urgencyRight].map((count) =>
      percent(count, cases),
    );
    return `${String(questions).padStart(9)}${String(cases).padStart(8)}${shares.join("")}`;
  });
  const heads = ["right", "plausible", "wrong", "dangerous", "urgency right"];
  return [`questions   cases${heads.map((head) => head.padStart(15)).join("")}`, ...lines].join(
    "\n",
  );
}

export const countCaseResults = (results: readonly CaseResult[]): CaseTotals => ({
  cases: results.length,
  right: results.filter(({ verdict }) => verdict === "right").length,
  plausible: results.filter(({ verdict }) => verdict === "plausible").length,
  wrong: results.filter(({ verdict }) => verdict === "wrong").length,
  dangerous: results.filter(({ isDangerous }) => isDangerous).length,
  urgencyRight: results.filter(({ isUrgencyRight }) => isUrgencyRight).length,
});
