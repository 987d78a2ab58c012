import { z } from "zod";
import {
  CLAIM_LABELS,
  type DisputeClaim,
  isFactualClaim,
  MAX_WORDS,
  MIN_WORDS,
} from "./constants.ts";

const CLAIMS = Object.keys(CLAIM_LABELS) as [DisputeClaim, ...DisputeClaim[]];
const TOO_LONG = `Use at most ${MAX_WORDS.toLocaleString("en-US")} characters.`;

/** The form of a provider who disputes an offer. */
export const disputeFormSchema = z
  .object({
    claim: z.enum(CLAIMS, { error: "Choose what is wrong." }),
    words: z.string().trim().max(MAX_WORDS, { error: TOO_LONG }).default(""),
  })
  .refine(({ claim, words }) => isFactualClaim(claim) || words.length >= MIN_WORDS, {
    path: ["words"],
    error: `Tell us what happened, in at least ${MIN_WORDS} characters.`,
  });

/** The form of staff who decide. */
export const decisionFormSchema = z.object({
  disputeId: z.uuid(),
  decision: z.enum(["granted", "refused"], { error: "Choose a decision." }),
  answer: z
    .string()
    .trim()
    .min(MIN_WORDS, { error: `Write an answer of at least ${MIN_WORDS} characters.` })
    .max(MAX_WORDS, { error: TOO_LONG }),
});
export type DecisionForm = z.infer<typeof decisionFormSchema>;

/** What the staff page gets back, for a toast or beside the fields. */
export type DecisionReply = {
  done?: string;
  failed?: string;
  errors?: Partial<Record<"decision" | "answer", string>>;
};
