import { z } from "zod";
import {
  CUSTOMER_ANSWER_HOURS,
  CUSTOMER_ANSWERS,
  type CustomerAnswer,
  DEFAULT_OFFER_COST,
  OFFER_MINUTES,
} from "./constants.ts";

const MAX_COST = 10_000;
const MAX_MINUTES = 24 * 60;
const MIN_MINUTES = 5;
const MAX_ANSWER_HOURS = 100;

/** A number, also as form text; an empty field is missing and not zero. */
const numberField = (number: z.ZodNumber) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    number,
  );

/** Settings of offers, each a row of the table `settings`. */
export const offerSettingsSchema = z.object({
  /** Credits that accepting costs. */
  offerCost: numberField(
    z
      .number({ error: "Enter a number of credits." })
      .min(0, { error: "At least 0 credits." })
      .max(MAX_COST, { error: `At most ${MAX_COST} credits.` })
      .multipleOf(0.01, { error: "At most two decimals." }),
  ).default(DEFAULT_OFFER_COST),
  /** Minutes that a provider has to answer. */
  offerMinutes: numberField(
    z
      .number({ error: "Enter a number of minutes." })
      .int({ error: "Enter whole minutes." })
      .min(MIN_MINUTES, { error: `At least ${MIN_MINUTES} minutes.` })
      .max(MAX_MINUTES, { error: `At most ${MAX_MINUTES} minutes, which is a day.` }),
  ).default(OFFER_MINUTES),
  /** Business hours that a customer who was asked by mail has to answer, before staff call. */
  customerAnswerHours: numberField(
    z
      .number({ error: "Enter a number of hours." })
      .min(0, { error: "At least 0 hours: staff call at once." })
      .max(MAX_ANSWER_HOURS, { error: `At most ${MAX_ANSWER_HOURS} hours.` }),
  ).default(CUSTOMER_ANSWER_HOURS),
});
export type OfferSettings = z.infer<typeof offerSettingsSchema>;
export type OfferField = keyof OfferSettings;

/** Why a customer's answer cannot be recorded. */
export type CustomerAnswerRefusal = "answered" | "opted-out" | "erased" | "closed" | "unverified";
export const CUSTOMER_ANSWER_REFUSALS: Record<CustomerAnswerRefusal, string> = {
  answered: "Somebody has recorded the answer already.",
  "opted-out":
    "This person has opted out, so nothing is shared. The credits are refunded automatically.",
  erased: "This person was erased, so nothing is shared. The credits are refunded automatically.",
  closed: "The request is closed. Open it again first.",
  unverified:
    "This provider is no longer verified, so nothing is shared. Their credits are refunded, and the next match is asked.",
};

/** Why a request cannot be offered to a provider. */
export type OfferRefusal =
  | "not-found"
  | "open"
  | "accepted"
  | "asked-before"
  | "closed"
  | "merged"
  | "opted-out"
  | "no-match";
export const OFFER_REFUSALS: Record<OfferRefusal, string> = {
  "not-found": "This request or provider no longer exists.",
  open: "It is already offered to somebody. Withdraw that offer first.",
  accepted: "A provider has accepted it already.",
  "asked-before": "This provider was asked before.",
  closed: "The request is closed.",
  merged: "This request was merged into another one. Offer that one.",
  "opted-out": "This person opted out, so the request is not offered to anybody.",
  "no-match": "This provider no longer fits. The list is up to date now.",
};

/** What the offers panel of a request posts; `id` is the request's. */
export const offerFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("offer"),
    id: z.uuid(),
    providerId: z.uuid(),
    auto: z.literal("yes").optional(),
  }),
  z.object({ intent: z.literal("withdraw"), id: z.uuid(), offerId: z.uuid() }),
  z.object({
    intent: z.literal("customer-answer"),
    id: z.uuid(),
    offerId: z.uuid(),
    answer: z.enum(CUSTOMER_ANSWERS),
  }),
]);
const OFFER_INTENTS: readonly unknown[] = offerFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);
/** Whether a form on a request's page is about its offers. */
export const isOfferForm = (form: FormData) => OFFER_INTENTS.includes(form.get("intent"));

/** The outcome of a form of the offers panel. */
export type OfferFormResult =
  | { ok: true; intent: "withdraw" }
  /** `path`: the provider's link, where it was not sent by mail. */
  | { ok: true; intent: "offer"; mailed: boolean; path: string | null }
  | { ok: true; intent: "customer-answer"; answer: CustomerAnswer; mailed: boolean }
  | { ok: false; intent: string; reason: string; message?: string };
