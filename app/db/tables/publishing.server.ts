import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";
import { staffUsers } from "./staff.server.ts";

const URGENCIES = ["high", "medium", "low"] as const;
export type StoredQuestion = {
  id: string;
  questionText: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: string;
  ghlField: string;
  /** Hidden and stable: they survive rewording and reordering. */
  optionIds?: string[];
};
export type StoredDiagnosis = {
  serviceType: string;
  diagnosis: string;
  causes: string[];
  urgency: (typeof URGENCIES)[number];
  timeframe: string;
  nextSteps: string[];
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
    /** Addresses it has had: they redirect, and requests that name them count for it. */
    previousSlugs: text("previous_slugs").array().notNull().default([]),
    description: text().notNull(),
    serviceType: text("service_type").notNull(),
    questions: json<StoredQuestion[]>("questions").notNull(),
    isActive: boolean("is_active").notNull().default(false),
    minPosterior: doublePrecision("min_posterior").notNull().default(0.45),
    minMargin: doublePrecision("min_margin").notNull().default(0.1),
    /** Counts saves: who saves on top of an older one is told. */
    version: integer().notNull().default(1),
    /** What it was generated for; the same topic builds its diagnoses. */
    topic: text(),
    isDemo: boolean("is_demo").notNull().default(false),
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

const ofQuiz = () =>
  uuid("quiz_id")
    .notNull()
    .references(() => quizzes.id, { onDelete: "cascade" });
/** What everything that is reviewed has. */
const reviewed = () => ({
  status: text({ enum: REVIEW_STATUSES }).notNull().default("pending_review"),
  generator: text({ enum: GENERATORS }).notNull().default("staff"),
  reviewedBy: uuid("reviewed_by"),
  approvedAt: instant("approved_at"),
  createdAt: instant("created_at").notNull(),
});

/** Diagnoses for all answers of a quiz, or for some of them. */
export const quizDiagnoses = pgTable(
  "quiz_diagnoses",
  {
    id: uuid().primaryKey(),
    quizId: ofQuiz(),
    /** Pairs `questionId:optionIndex` in the order of `hashAnswers`. */
    answerCombinationHash: text("answer_combination_hash").notNull(),
    pattern: text().array().generatedAlwaysAs(sql`string_to_array(answer_combination_hash, ',')`),
    pairs: integer().generatedAlwaysAs(
      sql`cardinality(string_to_array(answer_combination_hash, ','))`,
    ),
    priority: integer().notNull().default(0),
    diagnosisData: json<StoredDiagnosis>("diagnosis_data").notNull(),
    ...reviewed(),
  },
  (table) => [
    index("quiz_diagnoses_quiz_id").on(table.quizId, table.createdAt.desc()),
    uniqueIndex("quiz_diagnoses_one_approved")
      .on(table.quizId, table.answerCombinationHash)
      .where(sql`status = 'approved'`),
    index("quiz_diagnoses_partial").on(table.quizId, table.pairs).where(sql`status = 'approved'`),
    check(
      "quiz_diagnoses_status",
      sql`${table.status} in ('pending_review', 'approved', 'rejected')`,
    ),
    check("quiz_diagnoses_hash", sql`answer_combination_hash <> ''`),
  ],
);

/** Causes that the model of a quiz weighs. */
export const quizOutcomes = pgTable(
  "quiz_outcomes",
  {
    id: uuid().primaryKey(),
    quizId: ofQuiz(),
    position: integer().notNull(),
    /** Log-odds before any answer. */
    bias: doublePrecision().notNull().default(0),
    /** Log-odds by pair. */
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
    quizId: ofQuiz(),
    position: integer().notNull(),
    name: text().notNull(),
    /** What the danger screen is called; '' for a rule that only raises urgency. */
    headline: text().notNull().default(""),
    /** Pairs as in answer_combination_hash. */
    pattern: text().notNull(),
    urgency: text({ enum: URGENCIES }).notNull(),
    /** One step per line. */
    instruction: text().notNull(),
    call911: boolean("call_911").notNull().default(false),
    /** Whom to call besides, such as "your gas utility's emergency line"; '' for nobody. */
    alsoCall: text("also_call").notNull().default(""),
    /** What the danger may be. */
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

/** Answers of visitors that no row fitted: what deserves a diagnosis of its own. */
export const quizUnmatchedAnswers = pgTable(
  "quiz_misses",
  {
    quizId: ofQuiz(),
    hash: text().notNull(),
    hits: integer().notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.quizId, table.hash] }),
    index("quiz_misses_hits").on(table.quizId, table.hits.desc()),
  ],
);

/**
 * Starter quizzes that were put in once. A newer version replaces one that nobody has edited; what
 * staff made of one stays.
 */
export const seedQuizzes = pgTable("quiz_starters", {
  slug: text().primaryKey(),
  insertedAt: instant("inserted_at").notNull(),
  quizId: uuid("quiz_id").references(() => quizzes.id, { onDelete: "set null" }),
  /**
   * Of the content that stands in the quiz, or that staff have taken beside it; null: from before
   * it was kept.
   */
  contentHash: text("content_hash"),
  /**
   * Version of the quiz that held this content first, and since when: later saves are the staff's.
   */
  baseVersion: integer("base_version").notNull().default(1),
  replacedAt: instant("replaced_at"),
  /** The quiz was edited, so that staff are asked whether they want the newer version beside it. */
  isNewerAvailable: boolean("is_newer_available").notNull().default(false),
});

/** Anonymous counts of quizzes and articles, by business day. */
export const contentCounts = pgTable(
  "content_counts",
  {
    contentId: uuid("content_id").notNull(),
    day: date().notNull(),
    name: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day, table.name] })],
);

/** What quizzes and advertorials were before each save. */
export const contentVersions = pgTable(
  "content_versions",
  {
    contentId: uuid("content_id").notNull(),
    version: integer().notNull(),
    snapshot: json<Record<string, unknown>>("snapshot").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.version] })],
);

/**
 * What somebody has typed in an editor and not saved: one a person and thing; `key` is the thing's
 * id, or "new-quiz", "new-advertorial".
 */
export const contentDrafts = pgTable(
  "content_drafts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => staffUsers.id, { onDelete: "cascade" }),
    key: text().notNull(),
    data: json<Record<string, unknown>>("data").notNull(),
    baseVersion: integer("base_version").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** Work of a generator, which goes on where it stopped. */
export const generationJobs = pgTable(
  "generation_jobs",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["quiz", "diagnoses", "advertorial"] }).notNull(),
    /** The quiz or article it makes or fills. */
    contentId: uuid("content_id"),
    input: json<Record<string, unknown>>("input").notNull(),
    generator: text({ enum: ["built-in", "model"] }).notNull(),
    state: text({ enum: JOB_STATES }).notNull().default("waiting"),
    /** The progress message that is true now. */
    stage: text().notNull(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    leaseUntil: instant("lease_until"),
    error: text(),
    /** What a finished job made, where that is not stored as content of its own. */
    result: json<Record<string, unknown>>("result"),
    startedBy: uuid("started_by"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("generation_jobs_content_id").on(table.contentId, table.createdAt.desc()),
    index("generation_jobs_open").on(table.createdAt).where(sql`state in ('waiting', 'running')`),
    index("generation_jobs_started_by").on(table.startedBy, table.createdAt),
    check(
      "generation_jobs_state",
      sql`${table.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`,
    ),
  ],
);

/** Answers of a model that were paid for: a job that goes on uses them again. */
export const aiCalls = pgTable(
  "ai_calls",
  {
    jobId: uuid("job_id")
      .notNull()
      .references(() => generationJobs.id, { onDelete: "cascade" }),
    item: text().notNull(),
    state: text({ enum: ["asked", "answered", "failed"] }).notNull(),
    answer: text(),
    error: text(),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    costCents: doublePrecision("cost_cents").notNull().default(0),
    askedAt: instant("asked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.item] }),
    index("ai_calls_asked_at").on(table.askedAt),
  ],
);

export const advertorialContent = pgTable(
  "advertorial_content",
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    slug: text().notNull(),
    previousSlugs: text("previous_slugs").array().notNull().default([]),
    isActive: boolean("is_active").notNull().default(false),
    version: integer().notNull().default(1),
    topic: text(),
    contentData: json<Record<string, unknown>>("content_data").notNull(),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("advertorial_content_slug").on(table.slug).where(sql`deleted_at is null`),
    index("advertorial_content_previous_slugs").using("gin", table.previousSlugs),
  ],
);
