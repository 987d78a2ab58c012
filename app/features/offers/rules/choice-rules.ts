import { formatCredits, formatQuantity } from "#app/lib/format-values.ts";
import { AUTO_HOURS, MAX_CANDIDATES, SHOWN_MATCHES } from "../constants.ts";
import type { RuleAnchor } from "./anchors.ts";
import type { RuleFigures } from "./figures.ts";

export type RuleTexts = Partial<Record<RuleAnchor, string>>;

/** How an offer is chosen. */
export const choiceRules = ({ offerCost }: RuleFigures): RuleTexts => ({
  matching: `We check six things: your verification is current; you list the service; the ZIP code of the job is in your area; the usual price of such a job falls within the job values that you take, at least in part; you have at least what accepting costs, now ${formatCredits(offerCost)}; and your subscription is active or in its trial. If you paused offers, or set hours or a daily limit under Profile, we check those too. Your verification does not replace your documents: before they say yes, customers read what your documents prove about your license and insurance, or that we have no current proof. Where we have no usual price for a service, or you set no range, every job value fits.`,
  reasons:
    "Each offer lists these checks, as they were when we made it. Offers from before we stored them do not.",
  "not-asked": `You are not asked about a request that was offered to you before, unless that offer was taken back, or ended because the customer was not reached. You are not asked where the customer told your company to stop. And where more than ${MAX_CANDIDATES} companies have the ZIP code in their area, we check ${MAX_CANDIDATES} of them: those with a current verification, of these first the ones that did not pause offers, then those who list the service, then those with a subscription, then those with enough credits, then by rating, then by who joined us first.`,
  order:
    "By rating, the highest first: it is the average of all your customers' reviews. A company without a rating stands behind those that have one. Where ratings are equal, by the number of completed jobs: those that you marked as done after a customer's yes; where that is equal too, by who joined us first.",
  "by-hand": `A person on our staff looks at the first ${SHOWN_MATCHES} of this list, with the reasons, and chooses by hand. They can choose any of these, not only the first. They also see up to ${SHOWN_MATCHES} companies that fail a check, and may ask one where only the service, the job value, your hours or your daily limit do not fit: the service that a customer names is not always the work that is needed, and some jobs cannot wait. They never ask a company that paused offers. Your offer then shows the check that did not fit.`,
  automatic: `After a decline, a no or no answer, the next company is asked without a person where our staff chose that for the request, where the customer asked for another company on their own page, or where a company's verification ended before the customer's yes. It is the first in this order that passes every check and gets our emails about offers. After ${formatQuantity(AUTO_HOURS, "hour")} without an offer, a person on our staff takes over.`,
  never:
    "Paying more, buying more credits than an offer costs, a larger plan, how fast you answer, how often you decline and how often you dispute an offer.",
  pausing:
    "While you pause offers, nobody can offer you anything. Outside the hours in which you take offers, and once you have reached your daily limit, you are not asked automatically; a person on our staff may still ask you, and the offer says so. You set all three under Profile. An offer that you have already stays open.",
});

/** One at a time, and how long an offer lasts. */
export const timerRules = ({ offerMinutes }: RuleFigures): RuleTexts => ({
  "one-at-a-time":
    "While an offer to you is open, or accepted and not ended, nobody else is asked about the request.",
  timer: `You have ${formatQuantity(offerMinutes, "minute")} from when the offer is made. Then it cannot be accepted any more, and another company may be asked. An offer keeps the time that it was made with, also when we change this number.`,
  declining:
    "It costs nothing and changes nothing about later offers. You are not asked about the same request again.",
  withdrawn:
    "An open offer cannot be accepted any more when the customer cancels or opts out, when the request is closed, when your verification ends, or when our staff take the offer back. That costs you nothing.",
});
