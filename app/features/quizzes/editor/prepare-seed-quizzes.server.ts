import { createHash } from "node:crypto";
import { DEFAULT_QUESTIONS } from "../constants.ts";
import {
  type DiagnosisModelDraft,
  draftQuiz,
  draftQuizModel,
  type QuizDraft,
} from "../generation/build-quiz.ts";
import { readTree } from "../generation/fault-trees.server.ts";

/** Slugs of the quizzes that a new site starts with; also names of their fault trees. */
export const SEED_QUIZ_SLUGS = [
  "ac-not-cooling",
  "furnace-not-heating",
  "water-heater-problem",
  "clogged-drain",
  "breaker-keeps-tripping",
  "roof-leak",
  "car-wont-start",
  "brake-noise",
] as const;

export type SeedQuiz = { slug: string; hash: string; quiz: QuizDraft; model: DiagnosisModelDraft };

/** The seed quizzes of this version of the program. */
export async function prepareSeedQuizzes(): Promise<SeedQuiz[]> {
  const seedQuizzes: SeedQuiz[] = [];
  // One after another: parsing all of them at once would block the first visitors after a start.
  for (const slug of SEED_QUIZ_SLUGS) seedQuizzes.push(await prepareSeedQuiz(slug));
  return seedQuizzes;
}

export async function prepareSeedQuiz(slug: string): Promise<SeedQuiz> {
  const tree = await readTree(slug);
  const options = { questions: DEFAULT_QUESTIONS };
  const quiz = draftQuiz(tree, options);
  const model = draftQuizModel(tree, options);
  const hash = createHash("sha256")
    .update(JSON.stringify([quiz, model]))
    .digest("base64url");
  return { slug, hash, quiz, model };
}
