import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { MAX_OPTIONS, URGENCIES } from "./constants.ts";

/** Text of an editor with a maximum length, cleaned of characters that cannot be stored. */
export const limitedText = (maxLength: number) =>
  z.string().max(maxLength).overwrite(toStorableText);

/**
 * A question as stored in quizzes.questions. `optionIds` are internal and stable: they do not
 * change when options are reworded or reordered.
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

/** Limits of the lists of a diagnosis. */
export const MAX_LINES = 8;
export const MAX_SAFETY_LINES = 4;
const line = z.string().trim().min(1).max(300);

/** The result shown to a visitor; stored as quiz_diagnoses.diagnosis_data. */
export const diagnosisDataSchema = z.object({
  serviceType: z.string().max(80).default(""),
  diagnosis: z.string().trim().min(1).max(160),
  causes: z.array(line).max(MAX_LINES).default([]),
  urgency: z.enum(URGENCIES).default("medium"),
  timeframe: z.string().trim().max(80).default(""),
  /** What gets worse while one waits; "" where nothing was written. */
  waiting: z.string().trim().max(300).default(""),
  /** What the visitor can safely do, in order. */
  nextSteps: z.array(line).max(MAX_LINES).default([]),
  /** What belongs to a professional. */
  proSteps: z.array(line).max(MAX_LINES).default([]),
  /** What must be said whatever safety rule applies. */
  safetyLines: z.array(line).max(MAX_SAFETY_LINES).default([]),
  preventionTips: z.array(line).max(MAX_LINES).default([]),
  priority: z.enum(URGENCIES).default("medium"),
  customMessage: z.string().trim().max(600).default(""),
  /** The price line of a service page that covers this repair. */
  price: z.object({ service: z.string().max(80), label: z.string().max(80) }).optional(),
  /** The drawing of the part in trouble: a file of public/art/parts; "" for none. */
  part: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/)
    .optional(),
});
export type DiagnosisData = z.infer<typeof diagnosisDataSchema>;

/**
 * Log-odds that answers add to an outcome, by answer pair `questionId:optionIndex`; a missing pair
 * adds 0.
 */
export type Weights = Record<string, number>;

/** A possible cause in a quiz's diagnosis model. `bias` is its log-odds before any answer. */
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

/** The editable content of a safety rule. */
export const ruleContentSchema = z.object({
  name: z.string().trim().min(1).max(RULE_LIMITS.name),
  /** Title of the danger screen; names the danger, such as "Possible gas leak". */
  headline: z.string().trim().max(RULE_LIMITS.headline).default(""),
  pattern: z.string().min(1).max(500),
  urgency: z.enum(URGENCIES),
  /** One step per line; "" for a rule below high urgency that only raises the urgency. */
  instruction: z.string().trim().max(RULE_LIMITS.instruction).default(""),
  /** Whether the danger screen starts with a call to 911. */
  call911: z.boolean().default(false),
  /** Who else to call, such as "your gas utility's emergency line"; "" for nobody. */
  alsoCall: z.string().trim().max(RULE_LIMITS.alsoCall).default(""),
  /** Possible causes of the danger. */
  causes: z
    .array(z.string().trim().min(1).max(RULE_LIMITS.cause))
    .max(RULE_LIMITS.causes)
    .default([]),
});

/** Whether a rule says something: a danger screen without steps would help nobody. */
export const hasRequiredSteps = (rule: { urgency: string; instruction: string }): boolean =>
  rule.urgency !== "high" || rule.instruction.trim() !== "";

/**
 * Applies when all answer pairs of `pattern` are given: sets a minimum urgency, and puts its steps
 * before all others. A rule of high urgency is a danger: it ends the quiz, and its own screen is
 * the result.
 */
export type SafetyRule = z.infer<typeof ruleContentSchema> & { id: string };

/** Splits text that contains one entry per line. */
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
  /** Staff wrote it, or gave a reason to keep it: it is used even where the model disagrees. */
  isTrusted: boolean;
  data: DiagnosisData;
};

export type Thresholds = { posterior: number; margin: number };
export type Answer = { questionId: string; selectedOptionIndex: number };
