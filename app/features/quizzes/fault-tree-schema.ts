import { z } from "zod";
import { MAX_OUTCOMES, MIN_OPTIONS, SERVICE_TYPES, URGENCIES } from "./constants.ts";

/** content/fault-trees/<slug>.yaml: what the built-in generator knows about one trouble. */

export const TREE_QUESTIONS = 10;
const key = z.string().regex(/^[a-z0-9-]{1,40}$/);
const text = (most: number) => z.string().trim().min(3).max(most);

/** Something that can be the matter: symptom → cause → action. */
const treeCauseSchema = z.strictObject({
  key,
  /** How often it is the cause of such calls, against the others: any scale. */
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
  /** For staff: what the answers tell apart. */
  explanation: text(240),
  options: z
    .array(
      z.strictObject({
        key,
        text: text(90),
        /** Points by key of a cause: how much likelier (or less likely) this answer makes it; one point is a factor of about 3.5. */
        points: z.record(key, z.number().min(-4).max(4)).default({}),
      }),
    )
    .min(MIN_OPTIONS)
    .max(5),
});

const treeRuleSchema = z.strictObject({
  name: text(60),
  /** Names the danger: "Possible gas leak". */
  headline: text(60).default(""),
  /** Key of a question → key of the option that is danger. */
  when: z.record(key, key),
  urgency: z.enum(URGENCIES),
  /** One step per line. */
  instruction: text(600),
  call911: z.boolean().default(false),
  /** Such as "your gas utility's emergency line". */
  alsoCall: text(60).optional(),
  /** What the danger may be. */
  causes: z.array(text(140)).max(4).default([]),
});

export const faultTreeSchema = z
  .strictObject({
    title: text(80),
    description: text(200),
    serviceType: z.enum(SERVICE_TYPES),
    /** Words and phrases of people who have this trouble; a topic is matched with them. */
    keywords: z.array(z.string().trim().min(2).max(40)).min(6).max(24),
    causes: z.array(treeCauseSchema).min(8).max(MAX_OUTCOMES),
    /** The most telling first: a short quiz takes the first ones, and those that safety rules ask. */
    questions: z.array(treeQuestionSchema).length(TREE_QUESTIONS),
    safety: z.array(treeRuleSchema).max(6),
  })
  .superRefine((tree, context) => {
    const issue = (message: string) => context.addIssue({ code: "custom", message });
    const causes = new Set(tree.causes.map((cause) => cause.key));
    if (causes.size < tree.causes.length) issue("two causes have the same key");
    if (new Set(tree.questions.map((question) => question.key)).size < tree.questions.length) issue("two questions have the same key");
    for (const question of tree.questions) {
      if (new Set(question.options.map((option) => option.key)).size < question.options.length) issue(`${question.key}: two options have the same key`);
      for (const option of question.options)
        for (const cause of Object.keys(option.points)) if (!causes.has(cause)) issue(`${question.key}/${option.key}: there is no cause ${cause}`);
    }
    for (const rule of tree.safety)
      for (const [question, option] of Object.entries(rule.when))
        if (!tree.questions.some((entry) => entry.key === question && entry.options.some(({ key: name }) => name === option)))
          issue(`safety rule ${rule.name}: there is no ${question}/${option}`);
    if (new Set(tree.safety.flatMap((rule) => Object.keys(rule.when))).size > 3) issue("safety rules ask more than three questions: a quiz of three could not hold them");
  });
export type FaultTree = z.infer<typeof faultTreeSchema>;

/** What a topic is matched with: the first lines of a tree's file. */
export const faultTreeHeadSchema = z.object({
  title: text(80),
  description: text(200),
  serviceType: z.enum(SERVICE_TYPES),
  keywords: z.array(z.string()),
});
export type FaultTreeHead = z.infer<typeof faultTreeHeadSchema> & { slug: string };
