import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { formatAnswerPair } from "#app/features/quizzes/engine/hash-answers.ts";
import {
  type DiagnosisModelDraft,
  type DraftRow,
  draftQuiz,
  draftQuizModel,
} from "#app/features/quizzes/generation/build-quiz.ts";
import { faultTreeSchema } from "#app/features/quizzes/generation/fault-tree-schema.ts";
import type { Question } from "#app/features/quizzes/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { buildExactRows } from "../quizzes.ts";
import { createStaff } from "../staff.ts";
import { openSession } from "./staff.ts";

type Status = "pending_review" | "approved";
export type MadeQuiz = {
  id: string;
  slug: string;
  title: string;
  questions: Question[];
  model: DiagnosisModelDraft & { rows: DraftRow[] };
};

const ROWS = 12;

/**
 * Inserts an inactive quiz built from a fault tree, with a unique slug and all generated diagnoses,
 * outcomes and safety rules.
 */
export async function makeQuiz(
  db: pg.Client,
  options: {
    tree?: string;
    questions?: number;
    status?: Status;
    rows?: number;
    rules?: number;
  } = {},
): Promise<MadeQuiz> {
  const tree = readYaml(`fault-trees/${options.tree ?? "clogged-drain"}.yaml`, faultTreeSchema);
  const count = { questions: options.questions ?? 4 };
  const draft = draftQuiz(tree, count);
  const { questions, description, serviceType } = draft;
  const drafted = draftQuizModel(tree, count);
  const model = {
    ...drafted,
    rules: drafted.rules.slice(0, options.rules),
    rows: buildExactRows(draft, drafted, options.rows ?? ROWS),
  };
  const status = options.status ?? "pending_review";
  const approvedAt = status === "approved" ? new Date() : null;
  const [id, slug] = [randomUUID(), `quiz-${randomUUID().slice(0, 8)}`];
  const title = `Quiz ${slug}`;
  await db.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, is_active, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, false, now(), now())",
    [id, title, slug, description, serviceType, JSON.stringify(questions)],
  );
  await db.query(
    "insert into content_versions (content_id, version, snapshot, saved_by, saved_at) values ($1, 1, '{}', 'test', now())",
    [id],
  );
  for (const row of model.rows)
    await db.query(
      `insert into quiz_diagnoses (id, quiz_id, status, generator, answer_combination_hash, priority, diagnosis_data, approved_at, created_at)
       values ($1, $2, $3, 'built-in', $4, $5, $6, $7, now())`,
      [randomUUID(), id, status, row.hash, row.priority, JSON.stringify(row.data), approvedAt],
    );
  for (const [position, outcome] of model.outcomes.entries())
    await db.query(
      `insert into quiz_outcomes (id, quiz_id, status, generator, position, bias, weights, diagnosis_data, approved_at, created_at)
       values ($1, $2, $3, 'built-in', $4, $5, $6, $7, $8, now())`,
      [
        randomUUID(),
        id,
        status,
        position,
        outcome.bias,
        JSON.stringify(outcome.weights),
        JSON.stringify(outcome.data),
        approvedAt,
      ],
    );
  for (const [position, rule] of model.rules.entries())
    await db.query(
      `insert into quiz_safety_rules (id, quiz_id, status, generator, position, name, pattern, urgency, instruction, approved_at, headline, call_911, also_call, causes, created_at)
       values ($1, $2, $3, 'built-in', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())`,
      [
        randomUUID(),
        id,
        status,
        position,
        rule.name,
        rule.pattern,
        rule.urgency,
        rule.instruction,
        approvedAt,
        rule.headline,
        rule.call911,
        rule.alsoCall,
        rule.causes,
      ],
    );
  return { id, slug, title, questions, model };
}

/** The combination of the first answers to all questions. */
export const firstAnswers = ({ questions }: Pick<MadeQuiz, "questions">) =>
  questions.map(({ id }) => formatAnswerPair(id, 0)).join(",");

/** Signs somebody in and opens a page of the quiz. */
export async function openQuizPage(
  page: Page,
  db: pg.Client,
  {
    slug,
    at,
    role = "staff",
  }: { slug: string; at: "review" | "outcomes" | "metrics"; role?: StaffRole },
) {
  const person = await createStaff(db, { role });
  await openSession(page, db, person);
  await page.goto(`/backyard/quizzes/editor/${slug}/${at}`);
  return person;
}
