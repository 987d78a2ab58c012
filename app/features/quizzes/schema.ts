import { z } from "zod";
import { storableText } from "#app/lib/text.ts";
import { MAX_OPTIONS, URGENCIES } from "./constants.ts";

/** What an editor holds; what is typed or pasted may be more than can be stored. */
export const limitedText = (maxLength: number) => z.string().max(maxLength).overwrite(storableText);

/**
 * A question as quizzes.questions holds it. `optionIds` are hidden and stable: they survive
 * rewording and reordering.
 */
export const questionSchema = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  questionText: limitedText(300),
  options: z.array(limitedText(200)).max(MAX_OPTIONS),
  correctAnswerIndex: z.number().int().min(0),
  explanation: limitedText(1_000),
  ghlField: limitedText(100),
  optionIds: z.array(z.string().regex(/^[\w-]{1,40}$/)).optional(),
});
export type Question = z.infer<typeof questionSchema>;

const line = z.string().trim().min(1).max(300);

/** What a visitor reads as the result; quiz_diagnoses.diagnosis_data. */
export const diagnosisDataSchema = z.object({
  serviceType: z.string().max(80).default(""),
  diagnosis: z.string().trim().min(1).max(160),
  causes: z.array(line).max(8).default([]),
  urgency: z.enum(URGENCIES).default("medium"),
  timeframe: z.string().trim().max(80).default(""),
  nextSteps: z.array(line).max(8).default([]),
  preventionTips: z.array(line).max(8).default([]),
  priority: z.enum(URGENCIES).default("medium"),
  customMessage: z.string().trim().max(600).default(""),
});
export type DiagnosisData = z.infer<typeof diagnosisDataSchema>;

/**
 * Log-odds that answers add to an outcome, by pair `questionId:optionIndex`; a missing pair adds 0.
 */
export type Weights = Record<string, number>;

/** A cause that the model of a quiz knows. `bias` is its log-odds before any answer. */
export type Outcome = { id: string; bias: number; weights: Weights; data: DiagnosisData };

/** Limits of a safety rule's texts. */
export const RULE_LIMITS = {
  name: 80,
  headline: 60,
  instruction: 600,
  steps: 5,
  alsoCall: 60,
  causes: 4,
  cause: 140,
} as const;

/** The texts and switches of a safety rule, as they are stored, edited and read. */
export const ruleContentSchema = z.object({
  name: z.string().trim().min(1).max(RULE_LIMITS.name),
  /** The title of the danger screen: names the danger, such as "Possible gas leak". */
  headline: z.string().trim().max(RULE_LIMITS.headline).default(""),
  pattern: z.string().min(1).max(500),
  urgency: z.enum(URGENCIES),
  /** One step per line. */
  instruction: z.string().trim().min(1).max(RULE_LIMITS.instruction),
  /** The danger screen begins with a call to 911. */
  call911: z.boolean().default(false),
  /** Whom to call besides, such as "your gas utility's emergency line"; "" for nobody. */
  alsoCall: z.string().trim().max(RULE_LIMITS.alsoCall).default(""),
  /** What the danger may be. */
  causes: z
    .array(z.string().trim().min(1).max(RULE_LIMITS.cause))
    .max(RULE_LIMITS.causes)
    .default([]),
});

/**
 * Where all pairs of `pattern` are answered: at least this urgency, and the steps of the
 * instruction before all others. One of high urgency is a danger: it ends the quiz, and its own
 * screen is the result.
 */
export type SafetyRule = z.infer<typeof ruleContentSchema> & { id: string };

/** What people typed one per line. */
export const toLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** An approved diagnosis for all answers (exact) or for some of them (partial). */
export type DiagnosisRow = {
  id: string;
  hash: string;
  priority: number;
  approvedAt: Date;
  data: DiagnosisData;
};

export type Thresholds = { posterior: number; margin: number };
export type Answer = { questionId: string; selectedOptionIndex: number };
