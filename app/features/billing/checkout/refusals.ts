import { MAX_BOUGHT_CREDITS, MIN_BOUGHT_CREDITS } from "../constants.ts";
import type { CheckoutRefusal } from "./start-checkout.server.ts";

const MAX_TEXT = MAX_BOUGHT_CREDITS.toLocaleString("en-US");

/** Why a purchase could not be started. */
export const CHECKOUT_REFUSALS: Record<CheckoutRefusal | "too-many", string> = {
  "not-owner": "Ask an owner of your company to buy credits.",
  credits: `Enter a whole number of credits from ${MIN_BOUGHT_CREDITS} to ${MAX_TEXT}.`,
  "not-connected": "Paying by card is not set up here yet. Call us to buy credits.",
  busy: "Stripe, which takes our card payments, is not answering right now. Nothing was charged. Please try again in a few minutes.",
  failed:
    "Stripe, which takes our card payments, refused to start this payment. Nothing was charged. Please call us, and we will sort it out.",
  "too-many": "You started many payments within an hour. Please wait a while, then try again.",
};
/** The status of the page that says so. */
export const getRefusalStatus = (reason: CheckoutRefusal | "too-many"): number =>
  reason === "credits" ? 400 : reason === "too-many" ? 429 : 409;
