import { createRandom } from "#app/lib/seeded-random.ts";
import { diagnose } from "../engine/diagnose.ts";
import { draftQuizModel } from "./build-quiz.ts";
import { chooseQuestions, drawIndex } from "./choose-questions.ts";
import { toDiagnosisModel } from "./draft-diagnosis.ts";
import { DANGER_QUESTION, type FaultTree } from "./fault-tree-schema.ts";
import { calculateAnswerShares, calculatePriors } from "./tree-weights.ts";

const VISITORS = 1_000;

export type Accuracy = {
  /** Share of all visitors, with causes as common as the tree says, who get their own cause. */
  right: number;
  /** Share of all visitors who are told a cause or a danger, right or wrong. */
  named: number;
  /** Share of all visitors who have a cause of high urgency and are told that it can wait. */
  missed: number;
  /** Share of right results among the visitors with each cause, by cause key; null when none was drawn. */
  byCause: Record<string, number | null>;
};

/**
 * Simulates visitors of a quiz with this many questions: each has a cause, is in no danger, and
 * answers as often as the tree says. Deterministic.
 */
export function estimateAccuracy(
  tree: FaultTree,
  { questions: count, visitors = VISITORS }: { questions: number; visitors?: number },
): Accuracy {
  const questions = chooseQuestions(tree, count);
  const model = toDiagnosisModel(draftQuizModel(tree, { questions: count }), tree.serviceType);
  const random = createRandom(1);
  const priors = calculatePriors(tree);
  const shares = questions.map((question) =>
    Object.fromEntries(tree.causes.map(({ key }) => [key, calculateAnswerShares(question, key)])),
  );
  let named = 0;
  let missed = 0;
  const counts = new Map(tree.causes.map(({ key }) => [key, { visitors: 0, right: 0 }]));
  for (let visitor = 0; visitor < visitors; visitor++) {
    const cause = tree.causes[drawIndex(Object.values(priors), random)];
    const own = counts.get(cause?.key ?? "");
    if (!cause || !own) continue;
    const answers = questions.map(({ key }, at) => ({
      questionId: String(at + 1),
      selectedOptionIndex:
        key === DANGER_QUESTION ? 0 : drawIndex(shares[at]?.[cause.key] ?? [], random),
    }));
    const { layer, data } = diagnose(answers, model);
    own.visitors += 1;
    if (layer !== "generic") named += 1;
    if (cause.urgency === "high" && data.urgency === "low") missed += 1;
    // A danger screen is right for an urgent cause.
    if (layer === "danger" ? cause.urgency === "high" : data.diagnosis === cause.diagnosis)
      own.right += 1;
  }
  const all = [...counts.values()];
  return {
    right: all.reduce((sum, { right }) => sum + right, 0) / visitors,
    named: named / visitors,
    missed: missed / visitors,
    byCause: Object.fromEntries(
      [...counts].map(([key, own]) => [key, own.visitors === 0 ? null : own.right / own.visitors]),
    ),
  };
}
