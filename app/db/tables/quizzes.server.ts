import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, isDemo, json } from "../columns.server.ts";

const URGENCIES = ["high", "medium", "low"] as const;

export type StoredQuestion = {
  id: string;
  questionText: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: string;
  ghlField: string;
  /** Hidden ids, stable when options are reworded or reordered. */
  optionIds?: string[];
};

export type StoredDiagnosis = {
  serviceType: string;
  diagnosis: string;
  causes: string[];
  urgency: (typeof URGENCIES)[number];
  timeframe: string;
  waiting: string;
  nextSteps: string[];
  proSteps: string[];
  safetyLines: string[];
  price?: { service: string; label: string };
  part?: string;
  preventionTips: string[];
  priority: (typeof URGENCIES)[number];
  customMessage: string;
};

export const quizzes = pgTable(
  "quizzes",
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    slug: text().notNull(),
    /** Former slugs: they redirect, and requests that name them count for this quiz. */
    previousSlugs: text("previous_slugs").array().notNull().default([]),
    description: text().notNull(),
    serviceType: text("service_type").notNull(),
    /** Slugs of the services whose pages list it, the main one first. */
    services: text().array().notNull().default([]),
    questions: json<StoredQuestion[]>("questions").notNull(),
    isActive: boolean("is_active").notNull().default(false),
    minPosterior: doublePrecision("min_posterior").notNull().default(0.45),
    minMargin: doublePrecision("min_margin").notNull().default(0.1),
    /** Counts saves: a save based on an older version is merged. */
    version: integer().notNull().default(1),
    /** The topic that it was generated for, also used for its diagnoses. */
    topic: text(),
    isDemo: isDemo(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("quizzes_slug").on(table.slug).where(sql`deleted_at is null`),
    index("quizzes_previous_slugs").using("gin", table.previousSlugs),
  ],
);

export const REVIEW_STATUSES = ["pending_review", "approved", "rejected"] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const GENERATORS = ["built-in", "model", "staff"] as const;

/** A column that refers to a quiz, and goes with it. */
export const quizReference = () =>
  uuid("quiz_id")
    .notNull()
    .references(() => quizzes.id, { onDelete: "cascade" });
/** Columns of everything that staff review. */
export const reviewed = () => ({
  status: text({ enum: REVIEW_STATUSES }).notNull().default("pending_review"),
  generator: text({ enum: GENERATORS }).notNull().default("staff"),
  reviewedBy: uuid("reviewed_by"),
  approvedAt: instant("approved_at"),
  createdAt: instant("created_at").notNull(),
});

/** Diagnoses for complete sets of answers, or for some of a quiz's answers. */
export const quizDiagnoses = pgTable(
  "quiz_diagnoses",
  {
    id: uuid().primaryKey(),
    quizId: quizReference(),
    /** Answer pairs `questionId:optionIndex` in the order of `hashAnswers`. */
    answerCombinationHash: text("answer_combination_hash").notNull(),
    pattern: text().array().generatedAlwaysAs(sql`string_to_array(answer_combination_hash, ',')`),
    answerPairCount: integer("answer_pair_count").generatedAlwaysAs(
      sql`cardinality(string_to_array(answer_combination_hash, ','))`,
    ),
    priority: integer().notNull().default(0),
    diagnosisData: json<StoredDiagnosis>("diagnosis_data").notNull(),
    /** Why staff keep it although the model contradicts it; '' where nobody had to. */
    keepReason: text("keep_reason").notNull().default(""),
    ...reviewed(),
  },
  (table) => [
    index("quiz_diagnoses_quiz_id").on(table.quizId, table.createdAt.desc()),
    uniqueIndex("quiz_diagnoses_one_approved")
      .on(table.quizId, table.answerCombinationHash)
      .where(sql`status = 'approved'`),
    index("quiz_diagnoses_partial")
      .on(table.quizId, table.answerPairCount)
      .where(sql`status = 'approved'`),
    check(
      "quiz_diagnoses_status",
      sql`${table.status} in ('pending_review', 'approved', 'rejected')`,
    ),
    check("quiz_diagnoses_hash", sql`answer_combination_hash <> ''`),
  ],
);

/** Possible causes in a quiz's diagnosis model. */
export const quizOutcomes = pgTable(
  "quiz_outcomes",
  {
    id: uuid().primaryKey(),
    quizId: quizReference(),
    position: integer().notNull(),
    /** Log-odds before any answer. */
    bias: doublePrecision().notNull().default(0),
    /** Log-odds by answer pair. */
    weights: json<Record<string, number>>("weights").notNull(),
    diagnosisData: json<StoredDiagnosis>("diagnosis_data").notNull(),
    ...reviewed(),
  },
  (table) => [
    index("quiz_outcomes_quiz_id").on(table.quizId, table.position),
    check(
      "quiz_outcomes_status",
      sql`${table.status} in ('pending_review', 'approved', 'rejected')`,
    ),
  ],
);

export const quizSafetyRules = pgTable(
  "quiz_safety_rules",
  {
    id: uuid().primaryKey(),
    quizId: quizReference(),
    position: integer().notNull(),
    name: text().notNull(),
    /** Title of the danger screen; '' for a rule that only raises urgency. */
    headline: text().notNull().default(""),
    /** Answer pairs as in answer_combination_hash. */
    pattern: text().notNull(),
    urgency: text({ enum: URGENCIES }).notNull(),
    /** One step per line. */
    instruction: text().notNull(),
    call911: boolean("call_911").notNull().default(false),
    /** Whom else to call, such as "your gas utility's emergency line"; '' for nobody. */
    alsoCall: text("also_call").notNull().default(""),
    /** Possible causes of the danger. */
    causes: text().array().notNull().default([]),
    ...reviewed(),
  },
  (table) => [
    index("quiz_safety_rules_quiz_id").on(table.quizId, table.position),
    check(
      "quiz_safety_rules_status",
      sql`${table.status} in ('pending_review', 'approved', 'rejected')`,
    ),
    check("quiz_safety_rules_pattern", sql`pattern <> ''`),
  ],
);

/** Answers of visitors that no diagnosis matched, counted so that staff can write one. */
export const quizUnmatchedAnswers = pgTable(
  "quiz_unmatched_answers",
  {
    quizId: quizReference(),
    hash: text().notNull(),
    visitCount: integer("visit_count").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.quizId, table.hash] }),
    index("quiz_unmatched_answers_visit_count").on(table.quizId, table.visitCount.desc()),
  ],
);

/**
 * Seed quizzes that were inserted. A newer version of one replaces it unless staff have edited it.
 */
export const seedQuizzes = pgTable("seed_quizzes", {
  slug: text().primaryKey(),
  insertedAt: instant("inserted_at").notNull(),
  quizId: uuid("quiz_id").references(() => quizzes.id, { onDelete: "set null" }),
  /**
   * Hash of the seed content in the quiz, or in the copy that staff accepted beside it; null for
   * rows older than this column.
   */
  contentHash: text("content_hash"),
  /** First version of the quiz with this content, and since when: later saves are by staff. */
  baseVersion: integer("base_version").notNull().default(1),
  replacedAt: instant("replaced_at"),
  /** Staff edited the quiz, so the newer version is offered as a second quiz. */
  isNewerAvailable: boolean("is_newer_available").notNull().default(false),
});
