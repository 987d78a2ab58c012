import { z } from "zod";
import { MAX_QUESTIONS } from "#app/features/quizzes/constants.ts";
import { MAX_PROBLEM } from "./constants.ts";
import { hasContactDetails } from "./has-contact-details.ts";

/**
 * What the tools take and return. Inputs are strict: a field about a person is refused, whatever
 * its name is.
 */

const slug = (what: string) =>
  z
    .string({ error: `${what}: send its slug as text.` })
    .regex(
      /^[a-z0-9-]{1,80}$/,
      `${what}: send a slug, such as plumbing, as another tool gives it.`,
    );
const serviceSlug = slug("service").describe("Slug of a service, as find_service gives it");
const zip = z
  .string({ error: "zip: send the ZIP code as text." })
  .regex(/^\d{5}$/, "zip: send the five digits of a US ZIP code.")
  .describe("Five digits of a US ZIP code");
const problem = z
  .string({ error: "problem: say in a few words what is wrong." })
  .trim()
  .min(2, "problem: say in a few words what is wrong.")
  .max(MAX_PROBLEM, `problem: use ${MAX_PROBLEM} characters at most, and name any danger first.`)
  .refine(
    (text) => !hasContactDetails(text),
    "problem: leave out phone numbers and email addresses. The person enters them on the quote page.",
  )
  .describe(
    "What is wrong, translated into English if needed, otherwise in the person's own words, with any danger first and nothing about the person. It is checked for words that describe a danger, and neither stored nor sent to anybody. The check can miss a danger: if anyone may be in danger, tell them to get to safety and call 911, whatever this tool answers",
  );

export const INPUTS = {
  find_service: z.strictObject({ problem }),
  coverage: z.strictObject({ zip, service: serviceSlug.optional() }),
  price_range: z.strictObject({ service: serviceSlug }),
  list_quizzes: z.strictObject({ service: serviceSlug.optional() }),
  diagnose: z.strictObject({
    quiz: slug("quiz").describe("Slug of a quiz, as list_quizzes gives it"),
    answers: z
      .array(
        z
          .string()
          .regex(/^[\w-]{1,40}:\d{1,2}$/, "answers: send the ids that diagnose gave, such as 1:0."),
        { error: "answers: send a list of answer ids." },
      )
      .max(MAX_QUESTIONS, "answers: these are more than any quiz has questions.")
      .default([])
      .describe("Ids of the answers so far, in the order of the questions; none to begin"),
    zip: zip.optional(),
    problem: problem.optional(),
  }),
  quote_link: z.strictObject({
    service: serviceSlug.optional(),
    zip: zip.optional(),
    problem: problem.optional(),
  }),
};

const danger = z
  .strictObject({
    headline: z.string(),
    call911: z.boolean(),
    alsoCall: z.string().nullable(),
    /** What to do now, in order. */
    steps: z.array(z.string()),
    /** A page that says more; null where there is none. */
    page: z.url().nullable(),
  })
  .describe("What to do now, to be said before anything else; null where no danger was named");
export type Danger = z.infer<typeof danger>;

const list = z.array(z.string());
const quiz = z.strictObject({ slug: z.string(), title: z.string(), page: z.url() });
const result = z.strictObject({
  isCauseFound: z.boolean(),
  /** "Most likely: ..." where the answers point to a cause. */
  headline: z.string(),
  confidence: z.string().nullable(),
  timeline: z.string(),
  ifYouWait: z.string().nullable(),
  message: z.string().nullable(),
  safety: list,
  likelyCauses: list,
  safeToCheck: list,
  leaveToAPro: list,
  couldAlsoBe: list,
  decidedBy: list,
  prevention: list,
  price: z.string().nullable(),
  page: z.url(),
  limits: z.string(),
});
export type Result = z.infer<typeof result>;

export const OUTPUTS = {
  find_service: z.strictObject({
    danger: danger.nullable(),
    services: z.array(
      z.strictObject({ slug: z.string(), name: z.string(), summary: z.string(), page: z.url() }),
    ),
    quizzes: z.array(quiz),
    next: z.string(),
  }),
  coverage: z.strictObject({
    zip: z.string(),
    city: z.string(),
    state: z.string(),
    verifiedProviders: z.strictObject({ listed: z.number(), inCategory: z.number() }),
    message: z.string(),
  }),
  price_range: z.strictObject({
    service: z.string(),
    prices: z.array(
      z.strictObject({ label: z.string(), range: z.string(), note: z.string().nullable() }),
    ),
    sizes: z.array(z.strictObject({ label: z.string(), range: z.string() })),
    priceFactors: list,
    statement: z.string(),
    page: z.url(),
    estimator: z.url().nullable(),
  }),
  list_quizzes: z.strictObject({
    quizzes: z.array(quiz.extend({ description: z.string(), questions: z.number() })),
    next: z.string(),
  }),
  diagnose: z.strictObject({
    danger: danger.nullable(),
    question: z
      .strictObject({
        number: z.number(),
        of: z.number(),
        text: z.string(),
        answers: z.array(z.strictObject({ id: z.string(), text: z.string() })),
      })
      .nullable(),
    result: result.nullable(),
    quoteLink: z.url().nullable(),
    next: z.string(),
  }),
  quote_link: z.strictObject({
    danger: danger.nullable(),
    url: z.url().nullable(),
    prefilled: z.strictObject({ service: z.string().nullable(), place: z.string().nullable() }),
    statement: z.string(),
  }),
};

export type ToolInput<Name extends keyof typeof INPUTS> = z.infer<(typeof INPUTS)[Name]>;
export type ToolOutput<Name extends keyof typeof OUTPUTS> = z.infer<(typeof OUTPUTS)[Name]>;
