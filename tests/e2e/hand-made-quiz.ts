import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { wrapPool } from "#app/db/client.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { createQuiz } from "#app/features/quizzes/editor/create-quiz.server.ts";
import { createEmptyQuiz, type QuizValues } from "#app/features/quizzes/editor/editor-schema.ts";
import { createStaff, type TestStaff } from "../staff.ts";
import { openSession } from "./staff.ts";

export type MadeQuiz = { id: string; title: string; slug: string };

const question = (id: string, options: string[]) => ({
  id,
  questionText: `Question text ${id}`,
  options,
  optionIds: options.map((_, at) => `q${id}o${at}`),
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: `question_${id}`,
});

/** Creates a quiz with two questions of three answers each, and a unique title and slug. */
export async function makeQuiz(
  by: TestStaff,
  changes: Partial<QuizValues> = {},
): Promise<MadeQuiz> {
  const mark = randomUUID().slice(0, 8);
  const values = {
    ...createEmptyQuiz(),
    title: `Dripping tap ${mark}`,
    slug: `dripping-tap-${mark}`,
    description: "Where does it drip?",
    serviceType: "Plumbing",
    questions: [question("1", ["Red", "Green", "Blue"]), question("2", ["Loud", "Low", "Silent"])],
    ...changes,
  };
  const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
  try {
    const result = await createQuiz(
      { db: wrapPool(pool), actor: by.userId, httpRequestId: "test", now: new Date() },
      { values },
    );
    if (!result.ok) throw new Error(`the quiz was not created: ${result.reason}`);
    return { id: result.saved.id, title: values.title, slug: values.slug };
  } finally {
    await pool.end();
  }
}

export async function addDiagnosis(
  db: pg.Client,
  quizId: string,
  hash: string,
  status: "approved" | "pending_review" = "approved",
): Promise<void> {
  const data = {
    serviceType: "Plumbing",
    diagnosis: "Worn washer",
    causes: [],
    urgency: "low",
    timeframe: "",
    nextSteps: [],
    preventionTips: [],
    priority: "low",
    customMessage: "",
  };
  await db.query(
    `insert into quiz_diagnoses (id, quiz_id, status, answer_combination_hash, diagnosis_data, approved_at, created_at)
     values ($1, $2, $3, $4, $5, case when $3 = 'approved' then now() end, now())`,
    [randomUUID(), quizId, status, hash, JSON.stringify(data)],
  );
}

export async function enter(
  page: Page,
  db: pg.Client,
  role: StaffRole = "staff",
): Promise<TestStaff> {
  const person = await createStaff(db, { role });
  await openSession(page, db, person);
  return person;
}
