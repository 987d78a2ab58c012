import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { and, eq, ne, sql } from "drizzle-orm";
import {
  quizDiagnoses,
  quizOutcomes,
  quizSafetyRules,
  quizzes,
} from "#app/db/tables/quizzes.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { RULE_COLUMNS } from "../safety-rules.server.ts";
import type { DiagnosisData } from "../schema.ts";
import type { CheckInput, CheckReport } from "./check-report.ts";

const WORKER_FILE = join(process.cwd(), "app/features/quizzes/validation/check-quiz.worker.ts");
const DEADLINE_MS = 20_000;

/**
 * Loads the approved model of a quiz, and the rules that wait for approval. Null when there is no
 * such quiz.
 */
export async function readCheckInput(db: Connection, quizId: string): Promise<CheckInput | null> {
  const { questions, minPosterior, minMargin } = quizzes;
  const [quiz] = await db
    .select({ questions, thresholds: { posterior: minPosterior, margin: minMargin } })
    .from(quizzes)
    .where(eq(quizzes.id, quizId));
  if (!quiz) return null;
  return {
    ...quiz,
    rows: await listApprovedRows(db, quizId),
    outcomes: await listApprovedOutcomes(db, quizId),
    rules: await listRules(db, quizId),
  };
}

async function listApprovedRows(db: Connection, quizId: string): Promise<CheckInput["rows"]> {
  const {
    id,
    answerCombinationHash: hash,
    priority,
    approvedAt,
    diagnosisData,
    generator,
    keepReason,
  } = quizDiagnoses;
  // The check reads only the title and the urgency of a diagnosis.
  const data = sql<DiagnosisData>`jsonb_build_object('diagnosis', ${diagnosisData}->'diagnosis', 'urgency', ${diagnosisData}->'urgency')`;
  const rows = await db
    .select({ id, hash, priority, approvedAt, data, generator, keepReason })
    .from(quizDiagnoses)
    .where(and(eq(quizDiagnoses.quizId, quizId), eq(quizDiagnoses.status, "approved")));
  return rows.map(({ generator: source, keepReason: reason, ...row }) => ({
    ...row,
    approvedAt: row.approvedAt ?? new Date(0),
    isTrusted: source === "staff" || reason !== "",
    isKept: reason !== "",
  }));
}

function listApprovedOutcomes(db: Connection, quizId: string): Promise<CheckInput["outcomes"]> {
  const { id, bias, weights, diagnosisData: data, position } = quizOutcomes;
  return db
    .select({ id, bias, weights, data })
    .from(quizOutcomes)
    .where(and(eq(quizOutcomes.quizId, quizId), eq(quizOutcomes.status, "approved")))
    .orderBy(position, id);
}

function listRules(db: Connection, quizId: string): Promise<CheckInput["rules"]> {
  const { id, status, position } = quizSafetyRules;
  const isApproved = sql<boolean>`${status} = 'approved'`;
  return db
    .select({ ...RULE_COLUMNS, isApproved })
    .from(quizSafetyRules)
    .where(and(eq(quizSafetyRules.quizId, quizId), ne(status, "rejected")))
    .orderBy(position, id);
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
