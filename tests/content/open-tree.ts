import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "#app/features/quizzes/constants.ts";
import { diagnose } from "#app/features/quizzes/engine/diagnose.ts";
import { draftQuiz, draftQuizModel } from "#app/features/quizzes/generation/build-quiz.ts";
import { faultTreeSchema } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";

const THRESHOLDS = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };

/**
 * The quiz with `size` questions that a tree of content/fault-trees makes, and its diagnosis of
 * answers by the model alone.
 */
export function openTree(slug: string, size: number) {
  const tree = readYaml(`fault-trees/${slug}.yaml`, faultTreeSchema);
  const { questions } = draftQuiz(tree, { questions: size });
  const model = draftQuizModel(tree, { questions: size });
  const outcomes = model.outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const rules = model.rules.map((rule) => ({ ...rule, id: rule.name }));
  const ask = (answers: Answer[]) =>
    diagnose(answers, {
      row: null,
      outcomes,
      rules,
      thresholds: THRESHOLDS,
      serviceType: tree.serviceType,
    });
  return { tree, questions, outcomes, ask };
}
