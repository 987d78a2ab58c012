import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "#app/features/quizzes/constants.ts";
import { diagnose } from "#app/features/quizzes/engine/diagnose.ts";
import { draftQuiz, draftQuizModel } from "#app/features/quizzes/generation/build-quiz.ts";
import { toDiagnosisModel } from "#app/features/quizzes/generation/draft-diagnosis.ts";
import {
  type FaultTree,
  type FaultTreeHead,
  faultTreeSchema,
  parseTreeHead,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import type { Answer } from "#app/features/quizzes/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";

export const THRESHOLDS = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };

/** The tree for all topics that no other tree fits. */
export const GENERAL_TREE = "general-fault-tree";

export const listTreeSlugs = (): string[] =>
  readdirSync("content/fault-trees")
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.replace(/\.yaml$/, ""));

/** Head and texts of every tree. */
export const listTreeHeads = (): FaultTreeHead[] =>
  listTreeSlugs().map((slug) =>
    parseTreeHead(slug, readFileSync(`content/fault-trees/${slug}.yaml`, "utf8"), parse),
  );

export const readTree = (slug: string): FaultTree =>
  readYaml(slug === GENERAL_TREE ? `${slug}.yaml` : `fault-trees/${slug}.yaml`, faultTreeSchema);

/**
 * Builds the quiz with `size` questions from a fault tree. `diagnoseAnswers` uses its model alone,
 * without rows; `diagnoseOptions` does so for the index of an option for each question.
 */
export function buildTreeQuiz(tree: FaultTree, size: number) {
  const { questions } = draftQuiz(tree, { questions: size });
  const model = draftQuizModel(tree, { questions: size });
  const diagnosisModel = toDiagnosisModel(model, tree.serviceType);
  const { outcomes, rules } = diagnosisModel;
  const diagnoseAnswers = (answers: readonly Answer[]) => diagnose(answers, diagnosisModel);
  const diagnoseOptions = (options: readonly number[]) =>
    diagnoseAnswers(
      questions.map(({ id }, at) => ({ questionId: id, selectedOptionIndex: options[at] ?? 0 })),
    );
  return { questions, model, outcomes, rules, diagnoseAnswers, diagnoseOptions };
}
