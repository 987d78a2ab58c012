import { z } from "zod";
import { MAX_OUTCOMES, MIN_OPTIONS, SERVICE_TYPES, URGENCIES } from "../constants.ts";

/** content/fault-trees/<slug>.yaml: what the built-in generator knows about one problem. */

export const TREE_QUESTIONS = 10;
/**
 * Key of the first question in every tree: each of its options but the first is a danger that ends
 * the quiz. Later answers can be dangers too.
 */
export const DANGER_QUESTION = "danger";
export const NO_DANGER = { key: "none", text: "None of these" } as const;
const MAX_DANGERS = 6;
const MAX_TREE_OPTIONS = 6;
const MAX_STEPS = 5;
const MAX_STEP = 160;
const MAX_RULES = 16;
const key = z.string().regex(/^[a-z0-9-]{1,40}$/);
const text = (maxLength: number) => z.string().trim().min(3).max(maxLength);

/** A possible cause: symptom → cause → action. */
const treeCauseSchema = z.strictObject({
  key,
  /** How often it is the cause, relative to the others, on any scale. */
  share: z.number().positive().max(100),
  diagnosis: text(80),
  urgency: z.enum(URGENCIES),
  timeframe: text(40),
  causes: z.array(text(140)).min(2).max(4),
  nextSteps: z.array(text(200)).min(3).max(5),
  preventionTips: z.array(text(160)).min(2).max(3),
  customMessage: text(320),
});

const treeQuestionSchema = z.strictObject({
  key,
  text: text(140),
  /** For staff: what the answers distinguish. */
  explanation: text(240),
  options: z
    .array(
      z.strictObject({
        key,
        text: text(90),
        /**
         * Points by cause key: how much more (or less) likely this answer makes it. One point is a
         * factor of about four, and -12 rules it out.
         */
        points: z.record(key, z.number().min(-12).max(4)).default({}),
      }),
    )
    .min(MIN_OPTIONS)
    .max(1 + MAX_DANGERS),
});

const treeRuleSchema = z.strictObject({
  name: text(60),
  /** Title of the danger screen. It names the danger ("Possible gas leak"), never a repair. */
  headline: text(60),
  /** Question key → key of the dangerous option. */
  when: z.record(key, key),
  urgency: z.enum(URGENCIES),
  /** Whether the first step is to call 911, from a safe place. */
  call911: z.boolean(),
  /** Who else to call, such as "your gas utility's emergency line". */
  alsoCall: text(60).optional(),
  /** Possible causes of the danger. */
  causes: z.array(text(140)).min(1).max(4),
  /** One step per line, in the order in which a dispatcher would give them. */
  instruction: text(600).refine((instruction) => {
    const steps = instruction.split("\n");
    return (
      steps.length <= MAX_STEPS &&
      steps.every((step) => step.trim().length >= 3 && step.length <= MAX_STEP)
    );
  }, `one step per line, at most ${MAX_STEPS} lines of ${MAX_STEP} characters`),
});
type TreeRule = z.infer<typeof treeRuleSchema>;

const isRuleForDanger = (rule: TreeRule, option: string) =>
  Object.keys(rule.when).length === 1 && rule.when[DANGER_QUESTION] === option;

/**
 * Finds errors in the danger question and its rules: a quiz must ask about dangers first, and stop
 * at each one.
 */
function findDangerErrors(tree: {
  questions: z.infer<typeof treeQuestionSchema>[];
  safety: TreeRule[];
}): string[] {
  const [first] = tree.questions;
  if (first?.key !== DANGER_QUESTION) return [`the first question must be "${DANGER_QUESTION}"`];
  const errors: string[] = [];
  const [none, ...dangers] = first.options;
  if (none?.key !== NO_DANGER.key || none.text !== NO_DANGER.text)
    errors.push(`the first option of the danger question must be "${NO_DANGER.text}"`);
  for (const option of first.options)
    if (Object.keys(option.points).length > 0)
      errors.push(`danger/${option.key}: a danger ends the quiz and speaks for no cause`);
  const high = tree.safety.filter(({ urgency }) => urgency === "high");
  for (const { key: option } of dangers)
    if (high.filter((rule) => isRuleForDanger(rule, option)).length !== 1)
      errors.push(`danger/${option}: exactly one rule of high urgency`);
  for (const rule of high)
    if (
      DANGER_QUESTION in rule.when &&
      !dangers.some(({ key: option }) => isRuleForDanger(rule, option))
    )
      errors.push(`safety rule ${rule.name}: a danger stands for itself`);
  for (const rule of tree.safety)
    if (rule.call911 && !/\b911\b/.test(rule.instruction.split("\n", 1)[0] ?? ""))
      errors.push(`safety rule ${rule.name}: the first step must say to call 911`);
  return errors;
}

export const faultTreeSchema = z
  .strictObject({
    title: text(80),
    description: text(200),
    serviceType: z.enum(SERVICE_TYPES),
    /** Words and phrases that people use for this problem; topics are matched against them. */
    keywords: z.array(z.string().trim().min(2).max(40)).min(6).max(24),
    causes: z.array(treeCauseSchema).min(8).max(MAX_OUTCOMES),
    /** The danger question, then the most informative ones: a short quiz uses the first ones. */
    questions: z.array(treeQuestionSchema).length(TREE_QUESTIONS),
    safety: z.array(treeRuleSchema).min(1).max(MAX_RULES),
  })
  .superRefine((tree, context) => {
    const issue = (message: string) => context.addIssue({ code: "custom", message });
    const causes = new Set(tree.causes.map((cause) => cause.key));
    if (causes.size < tree.causes.length) issue("two causes have the same key");
    if (new Set(tree.questions.map((question) => question.key)).size < tree.questions.length)
      issue("two questions have the same key");
    for (const question of tree.questions) {
      if (question.key !== DANGER_QUESTION && question.options.length > MAX_TREE_OPTIONS)
        issue(`${question.key}: more than ${MAX_TREE_OPTIONS} options`);
      if (new Set(question.options.map((option) => option.key)).size < question.options.length)
        issue(`${question.key}: two options have the same key`);
      for (const option of question.options)
        for (const cause of Object.keys(option.points))
          if (!causes.has(cause))
            issue(`${question.key}/${option.key}: there is no cause ${cause}`);
    }
    for (const rule of tree.safety)
      for (const [question, option] of Object.entries(rule.when))
        if (
          !tree.questions.some(
            (entry) =>
              entry.key === question && entry.options.some(({ key: name }) => name === option),
          )
        )
          issue(`safety rule ${rule.name}: there is no ${question}/${option}`);
    for (const error of findDangerErrors(tree)) issue(error);
  });
export type FaultTree = z.infer<typeof faultTreeSchema>;

/** The fields that topics are matched against: the first lines of a tree's file. */
export const faultTreeHeadSchema = z.object({
  title: text(80),
  description: text(200),
  serviceType: z.enum(SERVICE_TYPES),
  keywords: z.array(z.string()),
});
export type FaultTreeHead = z.infer<typeof faultTreeHeadSchema> & { slug: string };
