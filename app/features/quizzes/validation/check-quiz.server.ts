import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type pg from "pg";
import { RULE_COLUMNS } from "../safety-rules.server.ts";
import type { Outcome, Question, SafetyRule } from "../schema.ts";
import type { CheckInput, CheckReport } from "./check-report.ts";

const WORKER_FILE = join(process.cwd(), "app/features/quizzes/validation/check-quiz.worker.ts");
const DEADLINE_MS = 20_000;

type QuizRow = { questions: Question[]; posterior: number; margin: number };

/**
 * Loads the approved model of a quiz, and the rules that wait for approval. Null when there is no
 * such quiz.
 */
export async function readCheckInput(
  db: pg.Pool | pg.PoolClient,
  quizId: string,
): Promise<CheckInput | null> {
  const { rows: quizzes } = await db.query<QuizRow>(
    "select questions, min_posterior as posterior, min_margin as margin from quizzes where id = $1",
    [quizId],
  );
  const [quiz] = quizzes;
  if (!quiz) return null;
  const { rows } = await db.query<CheckInput["rows"][number]>(
    `select id, answer_combination_hash as hash, priority, approved_at as "approvedAt", jsonb_build_object('diagnosis', diagnosis_data->'diagnosis') as data
     from quiz_diagnoses where quiz_id = $1 and status = 'approved'`,
    [quizId],
  );
  const { rows: outcomes } = await db.query<Outcome>(
    "select id, bias, weights, diagnosis_data as data from quiz_outcomes where quiz_id = $1 and status = 'approved' order by position, id",
    [quizId],
  );
  const { rows: rules } = await db.query<SafetyRule & { isApproved: boolean }>(
    `select ${RULE_COLUMNS}, status = 'approved' as "isApproved" from quiz_safety_rules where quiz_id = $1 and status <> 'rejected' order by position, id`,
    [quizId],
  );
  return {
    questions: quiz.questions,
    rows,
    outcomes,
    rules,
    thresholds: { posterior: quiz.posterior, margin: quiz.margin },
  };
}

/**
 * Checks a quiz in a worker thread: a million combinations take half a second, which must not block
 * visitors.
 */
export function runCheck(input: CheckInput): Promise<CheckReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, { workerData: input });
    const deadline = setTimeout(
      () => finish(() => reject(new Error("the check of a quiz took too long"))),
      DEADLINE_MS,
    );
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      settle();
      void worker.terminate();
    };
    worker.once("message", (report: CheckReport) => finish(() => resolve(report)));
    worker.once("error", (error) => finish(() => reject(error)));
  });
}
