import { formatAnswerPair, hashAnswers, parseHash } from "../engine/hash-answers.ts";
import type { DiagnosisData } from "../schema.ts";
import {
  type DraftOutcome,
  type DraftRule,
  formatFieldName,
  type QuizDraft,
} from "./build-quiz.ts";
import type { FaultTree } from "./fault-tree-schema.ts";
import { keepToTree } from "./keep-to-tree.ts";
import type { CauseAnswer, CausesAnswer, QuestionsAnswer, WeightsAnswer } from "./model-answers.ts";
import type { QuizToFill } from "./quiz-generator.ts";
import { isNoneOption, sortDangerQuestionFirst } from "./sort-danger-question-first.ts";

/** Converts the answers of a model to drafts. `tree`: what the quiz is about, where one is known. */

/** Log-odds of one point, as in fault trees. */
const LOG_ODDS_PER_POINT = 1.2;

/** The questions of a model, after the tree's danger question where there is a tree. */
export function draftQuestions(
  { questions }: QuestionsAnswer,
  danger: QuizDraft["questions"],
): QuizDraft["questions"] {
  const written = danger.length > 0 ? questions : sortDangerQuestionFirst(questions);
  return [
    ...danger,
    ...written.map(({ mostLikely, ...question }, at) => {
      const number = danger.length + at + 1;
      return {
        ...question,
        id: String(number),
        optionIds: question.options.map((_, option) => `o${option}`),
        correctAnswerIndex: Math.min(mostLikely, question.options.length - 1),
        ghlField: formatFieldName(number),
      };
    }),
  ];
}

/** A model's words about a cause as a diagnosis, which says at least what the tree's cause says. */
export const draftCause = (
  { waiting = "", ...cause }: CauseAnswer,
  { serviceType, tree }: { serviceType: string; tree: FaultTree | null },
): DiagnosisData => keepToTree({ ...cause, waiting, serviceType, priority: cause.urgency }, tree);

/** @param options.dangers answer pairs that end the quiz: they speak for no cause */
export function draftOutcomes(
  quiz: QuizToFill,
  { causes, weights }: { causes: CausesAnswer; weights: WeightsAnswer | null },
  { tree, dangers }: { tree: FaultTree | null; dangers: ReadonlySet<string> },
): DraftOutcome[] {
  const known = new Set(listAnswerPairs(quiz).map(({ pair }) => pair));
  const total = causes.causes.reduce((sum, { likelihood }) => sum + likelihood, 0);
  return causes.causes.map(({ likelihood, ...cause }, number) => {
    const points = Object.entries(weights?.points ?? {}).flatMap(([pair, by]) =>
      known.has(pair) && !dangers.has(pair) && by[number]
        ? [[pair, by[number] * LOG_ODDS_PER_POINT] as const]
        : [],
    );
    return {
      key: String(number),
      bias: Math.log(likelihood / total),
      weights: Object.fromEntries(points),
      data: draftCause(cause, { serviceType: quiz.serviceType, tree }),
    };
  });
}

/** The dangers that a model names, for answers that the quiz has. */
export function draftModelRules(quiz: QuizToFill, weights: WeightsAnswer | null): DraftRule[] {
  // "None of these" is never dangerous, whatever a model says.
  const known = new Set(
    listAnswerPairs(quiz).flatMap(({ option, pair }) => (isNoneOption(option) ? [] : [pair])),
  );
  return (weights?.dangers ?? []).flatMap(({ answers, steps, ...danger }): DraftRule[] => {
    const pattern = parseHash(answers.join(","));
    return pattern && answers.every((pair) => known.has(pair))
      ? [
          {
            ...danger,
            instruction: steps.join("\n"),
            urgency: "high",
            pattern: hashAnswers(pattern),
          },
        ]
      : [];
  });
}

const listAnswerPairs = ({ questions }: QuizToFill) =>
  questions.flatMap(({ id, options }) =>
    options.map((option, at) => ({ option, pair: formatAnswerPair(id, at) })),
  );
