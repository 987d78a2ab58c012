import { randomUUID } from "node:crypto";
import { listCombinations } from "#app/features/quizzes/engine/combinations.ts";
import {
  type DiagnosisModelDraft,
  type DraftRow,
  type DraftRule,
  draftQuiz,
  draftQuizModel,
  type QuizDraft,
} from "#app/features/quizzes/generation/build-quiz.ts";
import { draftDiagnosis } from "#app/features/quizzes/generation/draft-diagnosis.ts";
import { faultTreeSchema } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import type { DiagnosisData } from "#app/features/quizzes/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";

type Client = { query: (text: string, values: unknown[]) => Promise<unknown> };

export type TestQuiz = QuizDraft & { id: string; slug: string };

type QuizOptions = {
  slug: string;
  /** Name of a file of content/fault-trees. */
  tree?: string;
  questions?: number;
  isActive?: boolean;
  previousSlugs?: string[];
  /** Approved rows. */
  rows?: DraftRow[];
  /** Leaves out the outcomes of the tree, so that only `rows` and `rules` give a diagnosis. */
  isEmpty?: boolean;
  /** Approved safety rules, instead of those of the tree. */
  rules?: DraftRule[];
};

/** Builds a safety rule with everything that its screen can show. */
export const buildDangerRule = (pattern: string, changes: Partial<DraftRule> = {}): DraftRule => ({
  name: "Smell of gas",
  headline: "Possible gas leak",
  pattern,
  urgency: "high",
  instruction: "Leave the house now.\nTouch no switch, flame or phone inside.",
  call911: true,
  alsoCall: "your gas utility's emergency line",
  causes: ["A leak in a gas pipe or valve"],
  ...changes,
});

/** Builds a diagnosis with everything that a result can show. */
export const buildDiagnosis = (changes: Partial<DiagnosisData> = {}): DiagnosisData => ({
  serviceType: "Plumbing",
  diagnosis: "Worn test valve",
  causes: ["Minerals in the valve", "A seal that has gone hard"],
  urgency: "high",
  timeframe: "Today",
  waiting: "Water keeps running down the drain.",
  proSteps: ["Have the fill valve replaced"],
  safetyLines: ["Never use tank tablets with this valve"],
  nextSteps: ["Close the valve behind the toilet", "Lift the float by hand", "Call a plumber"],
  preventionTips: ["Look into the tank once a year"],
  priority: "high",
  customMessage: "A hiss that never ends points at the valve.",
  ...changes,
});

/**
 * Builds rows for the combinations of answers after the first one, from the model, as the built-in
 * generator does.
 */
export const buildExactRows = (
  { questions, serviceType }: QuizDraft,
  model: DiagnosisModelDraft,
  count: number,
): DraftRow[] =>
  listCombinations(questions)
    .slice(1, 1 + count)
    .map((hash) => ({ hash, priority: 0, data: draftDiagnosis(hash, model, serviceType) }));

/** Inserts the quiz of a fault tree, with its outcomes approved. */
export async function insertQuiz(client: Client, options: QuizOptions): Promise<TestQuiz> {
  const {
    slug,
    questions: count = 3,
    isActive = true,
    previousSlugs = [],
    isEmpty = false,
    rules = [],
  } = options;
  const tree = readYaml(`fault-trees/${options.tree ?? "running-toilet"}.yaml`, faultTreeSchema);
  const id = randomUUID();
  const draft = {
    ...draftQuiz(tree, { questions: count }),
    title: `Test quiz ${slug}`,
    description: `A few questions of ${slug}.`,
  };
  const model = draftQuizModel(tree, { questions: count });
  await client.query(
    `insert into quizzes (id, title, slug, previous_slugs, description, service_type, questions, is_active, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, false, now(), '2026-11-20T12:00:00Z')`,
    [
      id,
      draft.title,
      slug,
      previousSlugs,
      draft.description,
      draft.serviceType,
      JSON.stringify(draft.questions),
    ],
  );
  const approved = "'approved', 'built-in', now(), now()";
  for (const { hash, priority, data } of options.rows ?? [])
    await client.query(
      `insert into quiz_diagnoses (id, quiz_id, answer_combination_hash, priority, diagnosis_data, status, generator, approved_at, created_at) values ($1, $2, $3, $4, $5, ${approved})`,
      [randomUUID(), id, hash, priority, JSON.stringify(data)],
    );
  for (const [position, { bias, weights, data }] of (isEmpty ? [] : model.outcomes).entries())
    await client.query(
      `insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, status, generator, approved_at, created_at) values ($1, $2, $3, $4, $5, $6, ${approved})`,
      [randomUUID(), id, position, bias, JSON.stringify(weights), JSON.stringify(data)],
    );
  for (const [
    position,
    { name, headline, pattern, urgency, instruction, call911, alsoCall, causes },
  ] of rules.entries())
    await client.query(
      `insert into quiz_safety_rules (id, quiz_id, position, name, headline, pattern, urgency, instruction, call_911, also_call, causes, status, generator, approved_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${approved})`,
      [
        randomUUID(),
        id,
        position,
        name,
        headline,
        pattern,
        urgency,
        instruction,
        call911,
        alsoCall,
        causes,
      ],
    );
  // Last, so that the quiz is never public while it is incomplete.
  if (isActive) await client.query("update quizzes set is_active = true where id = $1", [id]);
  return { ...draft, id, slug };
}

/** The row for a visitor who chooses the first option of all three questions. */
export const FIRST_OPTIONS_ROW: DraftRow = {
  hash: "1:0,2:0,3:0",
  priority: 0,
  data: buildDiagnosis(),
};
