import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, json } from "../columns.server.ts";

export type StoredQuestion = { id: string; questionText: string; options: string[]; correctAnswerIndex: number; explanation: string; ghlField: string };

export const quizzes = pgTable("quizzes", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  description: text().notNull(),
  serviceType: text("service_type").notNull(),
  questions: json<StoredQuestion[]>("questions").notNull(),
  isActive: boolean("is_active").notNull().default(false),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  deletedAt: instant("deleted_at"),
});

export const DIAGNOSIS_STATUSES = ["pending_review", "approved", "rejected"] as const;

export const quizDiagnoses = pgTable(
  "quiz_diagnoses",
  {
    id: uuid().primaryKey(),
    quizId: uuid("quiz_id")
      .notNull()
      .references(() => quizzes.id, { onDelete: "cascade" }),
    status: text({ enum: DIAGNOSIS_STATUSES }).notNull().default("pending_review"),
    answerCombinationHash: text("answer_combination_hash").notNull(),
    diagnosisData: json<Record<string, unknown>>("diagnosis_data").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("quiz_diagnoses_quiz_id").on(table.quizId, table.createdAt.desc()),
    uniqueIndex("quiz_diagnoses_one_approved").on(table.quizId, table.answerCombinationHash).where(sql`status = 'approved'`),
    check("quiz_diagnoses_status", sql`${table.status} in ('pending_review', 'approved', 'rejected')`),
  ],
);

export const advertorialContent = pgTable("advertorial_content", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  isActive: boolean("is_active").notNull().default(false),
  contentData: json<Record<string, unknown>>("content_data").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  deletedAt: instant("deleted_at"),
});
