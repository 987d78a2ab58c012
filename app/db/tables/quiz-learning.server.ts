import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { quizOutcomes, quizReference, reviewed, type StoredDiagnosis } from "./quizzes.server.ts";
import { serviceRequests } from "./requests.server.ts";

export type StoredRequestResult = {
  layer: "danger" | "exact" | "partial" | "model" | "generic";
  data: StoredDiagnosis;
  confidence: { posterior: number; fitting: number; answers: number } | null;
  /** The next likely causes that the visitor saw. */
  candidates: { diagnosis: string; urgency: StoredDiagnosis["urgency"] }[];
  /** The outcome that the result is of; null where the model has none for it. */
  outcomeId: string | null;
};

/** What the quiz said to the sender of a request, and what the cause was in the end. */
export const quizRequestResults = pgTable(
  "quiz_request_results",
  {
    requestId: uuid("request_id")
      .primaryKey()
      .references(() => serviceRequests.id, { onDelete: "cascade" }),
    quizId: quizReference(),
    /** `questionId:optionId`, so that they stay readable when options are reworded or moved. */
    answers: text().array().notNull(),
    result: json<StoredRequestResult>("result").notNull(),
    /** When staff recorded the true cause; null as long as nobody has. */
    causeRecordedAt: instant("cause_recorded_at"),
    causeRecordedBy: uuid("cause_recorded_by"),
    /** The title of the true cause; null for a cause that the quiz does not have. */
    cause: text(),
    /** Its outcome, which may be gone since. */
    causeOutcomeId: uuid("cause_outcome_id"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("quiz_request_results_recorded")
      .on(table.quizId, table.causeRecordedAt)
      .where(sql`cause_recorded_at is not null`),
  ],
);

export type StoredWeightChange = {
  /** The answer pair. */
  pair: string;
  /** Of 100 people with this cause, how many gave the answer so far, and by the recorded causes. */
  before: number;
  after: number;
  weight: number;
};

/** Weights that recorded causes suggest for an outcome. */
export const quizWeightProposals = pgTable(
  "quiz_weight_proposals",
  {
    id: uuid().primaryKey(),
    quizId: quizReference(),
    outcomeId: uuid("outcome_id")
      .notNull()
      .references(() => quizOutcomes.id, { onDelete: "cascade" }),
    /** The number of requests with this cause. */
    cases: integer().notNull(),
    changes: json<StoredWeightChange[]>("changes").notNull(),
    ...reviewed(),
  },
  (table) => [
    index("quiz_weight_proposals_quiz_id").on(table.quizId, table.createdAt.desc()),
    uniqueIndex("quiz_weight_proposals_one_pending")
      .on(table.outcomeId)
      .where(sql`status = 'pending_review'`),
    check(
      "quiz_weight_proposals_status",
      sql`${table.status} in ('pending_review', 'approved', 'rejected')`,
    ),
  ],
);
