import { z } from "zod";
import {
  draftCallSchema,
  type SaveReply,
  saveCallSchema,
  type VersionReply,
  versionCallSchema,
} from "#app/features/content-editor/editor-schema.ts";
import { MAX_OUTCOMES, MAX_RULES, NEW_QUIZ_KEY } from "../constants.ts";
import { parsePrice } from "../engine/diagnosis-text.ts";
import {
  type DiagnosisData,
  diagnosisDataSchema,
  hasRequiredSteps,
  MAX_LINES,
  MAX_SAFETY_LINES,
  ruleContentSchema,
  type SafetyRule,
} from "../schema.ts";
import { type QuizValues, quizValuesSchema } from "./editor-schema.ts";

/** Types and schemas of the staff screens of quizzes. */

/**
 * Kinds of items in the review: a diagnosis for some answers, an outcome of the model, a safety
 * rule, or weights of an outcome that recorded causes suggest.
 */
export const REVIEW_KINDS = ["diagnosis", "outcome", "rule", "weights"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];
export type ReviewRef = { kind: ReviewKind; id: string };
export const reviewRefsSchema = z
  .array(z.object({ kind: z.enum(REVIEW_KINDS), id: z.uuid() }))
  .min(1)
  .max(5_000);

export type DangerTexts = Pick<SafetyRule, "headline" | "call911" | "alsoCall">;

export type LearnedItem = {
  cases: number;
  /** See `WeightChange`. */
  changes: { pair: string; before: number; after: number }[];
};

export type ReviewItem = {
  kind: ReviewKind;
  id: string;
  status: "pending_review" | "approved" | "rejected";
  generator: "built-in" | "model" | "staff";
  /** Hash of the answers; null for an outcome, which answers many combinations. */
  hash: string | null;
  priority: number;
  /** For a rule: its name as `diagnosis`, its steps as `nextSteps`, and its causes and urgency. */
  data: DiagnosisData;
  /** Fields that only a rule has. */
  danger: DangerTexts | null;
  /** What only weights have: how many causes were recorded, and what they change. */
  learned: LearnedItem | null;
  /** How often visitors gave exactly these answers without a matching row. */
  visits: number;
  createdAt: Date;
};

export type ReviewCounts = { approved: number; pending: number; rejected: number };
export const countReview = (items: readonly Pick<ReviewItem, "status">[]): ReviewCounts => ({
  approved: items.filter(({ status }) => status === "approved").length,
  pending: items.filter(({ status }) => status === "pending_review").length,
  rejected: items.filter(({ status }) => status === "rejected").length,
});

/** Form of a review item: lists have one entry per line. */
export const itemEditSchema = diagnosisDataSchema.extend({
  causes: lines(),
  nextSteps: lines(),
  proSteps: lines(),
  safetyLines: lines(MAX_SAFETY_LINES),
  preventionTips: lines(),
  price: z.string().max(300).transform(parsePrice).optional(),
});
function lines(max = MAX_LINES) {
  return z.string().transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim().slice(0, 300))
      .filter(Boolean)
      .slice(0, max),
  );
}

export type UnmatchedAnswerSet = { hash: string; visitCount: number; lastAt: Date };

/** Values of the editor of outcomes and safety rules. */
export const modelValuesSchema = z.object({
  outcomes: z
    .array(
      z.object({
        id: z.uuid().nullable(),
        status: z.enum(["pending_review", "approved", "rejected"]).optional(),
        bias: z.number().min(-20).max(20),
        weights: z.record(z.string().regex(/^[\w-]{1,40}:\d{1,2}$/), z.number().min(-20).max(20)),
        data: diagnosisDataSchema,
      }),
    )
    .max(MAX_OUTCOMES),
  rules: z
    .array(
      ruleContentSchema
        .extend({
          id: z.uuid().nullable(),
          status: z.enum(["pending_review", "approved", "rejected"]).optional(),
        })
        .refine(hasRequiredSteps),
    )
    .max(MAX_RULES),
  minPosterior: z.number().min(0).max(1),
  minMargin: z.number().min(0).max(1),
});
export type ModelValues = z.infer<typeof modelValuesSchema>;

/** JSON requests of the quiz editor. */
export const editorCallSchema = z.discriminatedUnion("intent", [
  /** `isConfirmed`: the person has confirmed how many diagnoses this moves or removes. */
  saveCallSchema(quizValuesSchema).extend({ isConfirmed: z.boolean().default(false) }),
  versionCallSchema,
]);
export type EditorCall = z.infer<typeof editorCallSchema>;

/** Number of diagnoses and rules that a save would affect. */
export type AffectedCounts = { moved: number; removed: number; review: number; rules: number };
/** Saving would move or remove diagnoses: nothing is saved until this is confirmed. */
export type AffectedReply = {
  ok: false;
  reason: "affected";
  affected: AffectedCounts;
  message?: undefined;
};
export type EditorReply =
  | ({ intent: "save" } & (SaveReply<QuizValues> | AffectedReply))
  | ({ intent: "version" } & VersionReply<QuizValues>);

export const quizDraftCallSchema = draftCallSchema(NEW_QUIZ_KEY, quizValuesSchema);
