import { createHash } from "node:crypto";
import { DEFAULT_QUESTIONS } from "../constants.ts";
import {
  type DiagnosisModelDraft,
  draftQuiz,
  draftQuizModel,
  type QuizDraft,
} from "../generation/build-quiz.ts";
import { readTree } from "../generation/fault-trees.server.ts";

/**
 * Slugs of the quizzes that a new site starts with; also names of their fault trees. Only trees
 * that a second reader of the trade would put before the public.
 */
export const SEED_QUIZ_SLUGS = [
  // Heating and cooling
  "ac-not-cooling",
  "furnace-not-heating",
  "heat-pump-not-heating",
  "ac-leaking-water",
  "thermostat-blank",
  "heating-cooling-short-cycles",
  "uneven-rooms",
  "high-energy-bill",
  "boiler-radiator-cold",
  // Plumbing
  "water-heater-problem",
  "clogged-drain",
  "running-toilet",
  "toilet-clogged",
  "toilet-leaking-at-base",
  "faucet-dripping",
  "low-water-pressure",
  "water-leak",
  "frozen-or-burst-pipe",
  "sewer-smell",
  "septic-trouble",
  "garbage-disposal-trouble",
  "sump-pump-trouble",
  // Electrical
  "breaker-keeps-tripping",
  "dead-outlet",
  "flickering-lights",
  "half-house-dark",
  "alarm-keeps-chirping",
  "garage-door-wont-open",
  // Roof and house
  "roof-leak",
  "ceiling-water-stain",
  "wet-basement",
  "mold-growth",
  "drafty-windows",
  "deck-wobbles",
  // Cars
  "car-wont-start",
  "brake-noise",
  "battery-keeps-dying",
  "tire-keeps-losing-air",
  "fluid-under-car",
  "car-dies-while-driving",
  "car-pulls-to-one-side",
  "tire-wear",
  // Yard and pests
  "which-bug",
  "noises-in-attic-or-wall",
  "lawn-brown-patches",
  "sprinkler-trouble",
  "tree-in-trouble",
] as const;

export type SeedQuiz = {
  slug: string;
  hash: string;
  quiz: QuizDraft;
  /** The services whose pages list it. */
  services: string[];
  model: DiagnosisModelDraft;
};

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
    .update(JSON.stringify([quiz, tree.services, model]))
    .digest("base64url");
  return { slug, hash, quiz, services: tree.services, model };
}
