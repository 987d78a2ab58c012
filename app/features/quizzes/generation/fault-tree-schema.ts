import { z } from "zod";
import { REPAIR_PARTS } from "#app/components/mascot/repair-parts/names.ts";
import { MAX_OUTCOMES, MIN_OPTIONS, SERVICE_TYPES, URGENCIES, type Urgency } from "../constants.ts";

/** content/fault-trees/<slug>.yaml: what the built-in generator knows about one problem. */

const MIN_TREE_QUESTIONS = 7;
export const MAX_TREE_QUESTIONS = 10;
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
const MAX_TREE_RULES = 24;
const key = z.string().regex(/^[a-z0-9-]{1,40}$/);
/** No text is shorter, neither of a tree nor of a model. */
export const MIN_TEXT = 3;
const text = (maxLength: number) => z.string().trim().min(MIN_TEXT).max(maxLength);
const word = z.string().trim().min(2).max(40);

/** How soon a cause should be seen to; a calm timeframe must not stand beside a high urgency. */
export const TIMEFRAMES: Record<Urgency, readonly string[]> = {
  high: ["Right away", "Today"],
  medium: ["Within 24 hours", "Within a few days"],
  low: ["This week", "Within a few weeks", "When convenient"],
};
export const hasFittingTimeframe = (cause: { urgency: Urgency; timeframe: string }): boolean =>
  TIMEFRAMES[cause.urgency].includes(cause.timeframe);

/** In a row of chances: a person with this cause cannot give this answer. */
export const NEVER = "never";

/** A cause: symptom → cause → action. Trees and answers of a model have the same limits. */
export const buildCauseFields = <T extends z.ZodType<string>>(limitText: (max: number) => T) => ({
  diagnosis: limitText(80),
  urgency: z.enum(URGENCIES),
  /** One of `TIMEFRAMES`. */
  timeframe: limitText(40),
  /** What gets worse while one waits, in one sentence. */
  waiting: limitText(160).optional(),
  causes: z.array(limitText(140)).min(2).max(4),
  /** What the visitor can safely do, in order. */
  nextSteps: z.array(limitText(200)).min(2).max(5),
  /** What belongs to a professional. */
  proSteps: z.array(limitText(200)).max(4).default([]),
  /** What must be said whatever safety rule applies, such as "Never cap the relief valve". */
  safetyLines: z.array(limitText(160)).max(3).default([]),
  preventionTips: z.array(limitText(160)).min(2).max(3),
  customMessage: limitText(320),
});

const treeCauseSchema = z.strictObject({
  key,
  /** How often it is the cause, relative to the others, on any scale. */
  share: z.number().positive().max(100),
  ...buildCauseFields(text),
  /** The price line of a service page (`costs`) that covers this repair. */
  price: z.strictObject({ service: key, label: text(60) }).optional(),
  /** The drawing beside the result, where it is not that of the tree. */
  part: z.enum(REPAIR_PARTS).optional(),
});

const treeQuestionSchema = z.strictObject({
  key,
  text: text(140),
  /** For staff: what the answers distinguish. */
  explanation: text(240),
  options: z
    .array(z.strictObject({ key, text: text(90) }))
    .min(MIN_OPTIONS)
    .max(1 + MAX_DANGERS),
  /** Asked in the shortest quiz too, since the advice depends on it. */
  always: z.boolean().default(false),
  /**
   * By cause key: of 100 people with this cause, how many give each answer, in the order of the
   * options. The danger question has none.
   */
  chances: z
    .record(key, z.array(z.union([z.number().min(0).max(100), z.literal(NEVER)])))
    .default({}),
});

const treeRuleSchema = z.strictObject({
  name: text(60),
  /** Title of the danger screen. It names the danger ("Possible gas leak"), never a repair. */
  headline: text(60).or(z.literal("")).default(""),
  /** Question key → key of the dangerous option. */
  when: z.record(key, key),
  urgency: z.enum(URGENCIES),
  /** Whether the first step is to call 911, from a safe place. */
  call911: z.boolean().default(false),
  /** Who else to call, such as "your gas utility's emergency line". */
  alsoCall: text(60).optional(),
  /** Possible causes of the danger. */
  causes: z.array(text(140)).max(4).default([]),
  /**
   * One step per line, in the order in which a dispatcher would give them. A rule below high urgency
   * may have none: it then only raises the urgency.
   */
  instruction: text(600)
    .refine((instruction) => {
      const steps = instruction.split("\n");
      return (
        steps.length <= MAX_STEPS &&
        steps.every((step) => step.trim().length >= 3 && step.length <= MAX_STEP)
      );
    }, `one step per line, at most ${MAX_STEPS} lines of ${MAX_STEP} characters`)
    .or(z.literal(""))
    .default(""),
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
  if (Object.keys(first.chances).length > 0)
    errors.push("danger: a danger ends the quiz and speaks for no cause");
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
  for (const { name, headline, causes, instruction } of high)
    if (!headline || causes.length === 0 || !instruction)
      errors.push(`safety rule ${name}: a danger has a headline, causes and an instruction`);
  for (const rule of tree.safety)
    if (rule.call911 && !/\b911\b/.test(rule.instruction.split("\n", 1)[0] ?? ""))
      errors.push(`safety rule ${rule.name}: the first step must say to call 911`);
  return errors;
}

/** Finds causes without a complete row of chances, and rows that do not add up. */
function findChanceErrors(tree: {
  causes: { key: string }[];
  questions: z.infer<typeof treeQuestionSchema>[];
}): string[] {
  const causes = new Set(tree.causes.map((cause) => cause.key));
  return tree.questions
    .filter(({ key: name }) => name !== DANGER_QUESTION)
    .flatMap(({ key: question, options, chances }) => [
      ...Object.keys(chances)
        .filter((cause) => !causes.has(cause))
        .map((cause) => `${question}: there is no cause ${cause}`),
      ...[...causes].flatMap((cause) => {
        const row = chances[cause] ?? [];
        const sum = row.reduce<number>((total, value) => total + (value === NEVER ? 0 : value), 0);
        return row.length === options.length && Math.abs(sum - 100) < 0.01
          ? []
          : [`${question}/${cause}: ${options.length} chances that add up to 100, not ${sum}`];
      }),
    ]);
}

/** What a tree is about; topics are matched against it. */
const treeHead = {
  title: text(80),
  description: text(200),
  serviceType: z.enum(SERVICE_TYPES),
  /** The services of the catalog that it belongs to, the main one first. */
  services: z.array(key).max(4).default([]),
  /** The drawing beside the result: a file of public/art/parts. */
  part: z.enum(REPAIR_PARTS).optional(),
  /** Words for the thing: a topic must name one of them, or a keyword. */
  objects: z.array(word).max(20).default([]),
  /** Words for what is wrong with it. */
  symptoms: z.array(word).max(30).default([]),
  /** Whole phrases that people use for this problem. */
  keywords: z.array(word).min(6).max(24),
};

export const faultTreeSchema = z
  .strictObject({
    ...treeHead,
    causes: z.array(treeCauseSchema).min(8).max(MAX_OUTCOMES),
    /** The danger question, then the others in the order in which they are asked. */
    questions: z.array(treeQuestionSchema).min(MIN_TREE_QUESTIONS).max(MAX_TREE_QUESTIONS),
    safety: z.array(treeRuleSchema).min(1).max(MAX_TREE_RULES),
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
    }
    for (const cause of tree.causes)
      if (!hasFittingTimeframe(cause))
        issue(`${cause.key}: "${cause.timeframe}" does not fit ${cause.urgency} urgency`);
    for (const error of findChanceErrors(tree)) issue(error);
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

/** The first lines of a tree's file. */
export const faultTreeHeadSchema = z.object(treeHead);
export type FaultTreeHead = z.infer<typeof faultTreeHeadSchema> & {
  slug: string;
  /** The texts of its causes, questions and options, in which topics are looked up too. */
  body: string;
};

/** Reads the first lines and the texts of a tree's file, without parsing all of it. */
export function parseTreeHead(
  slug: string,
  text: string,
  parseYaml: (text: string) => unknown,
): FaultTreeHead {
  const end = text.indexOf("\ncauses:");
  const body = text
    .slice(end)
    .split("\n")
    .flatMap((line) => /\b(?:diagnosis|text): (.*)/.exec(line)?.[1] ?? [])
    .join("\n");
  return { slug, ...faultTreeHeadSchema.parse(parseYaml(text.slice(0, end))), body };
}
