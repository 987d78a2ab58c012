import { formatCredits, formatQuantity } from "#app/lib/format-values.ts";
import { DUPLICATE_DAYS, REFUND_CHECK_MINUTES, REFUND_DAYS } from "../constants.ts";
import { DISPUTE_BUSINESS_DAYS } from "../disputes/constants.ts";
import type { RuleTexts } from "./choice-rules.ts";
import type { RuleFigures } from "./figures.ts";

const duplicateDays = formatQuantity(DUPLICATE_DAYS, "day");
const refundDays = formatQuantity(REFUND_DAYS, "day");

/** What an offer costs. */
export const priceRules = ({ offerCost }: RuleFigures): RuleTexts => ({
  price: `Accepting an offer costs ${formatCredits(offerCost)}. Each offer says its own price and keeps it, also when we change this number. Nothing else about an offer takes credits: being asked, looking and declining are free.`,
  charged:
    "When you accept, and not before. With too few credits you cannot accept; nothing is taken, and the offer stays open until its time is over.",
  statement:
    "It has a line for each change of your credits: what you bought, what an accepted offer cost, what came back and why, corrections by our staff, and bought credits that were taken back because their payment was refunded or charged back. Nothing changes your credits without a line.",
});

/** When credits come back without anybody asking. */
export const refundRules = (): RuleTexts => ({
  "credits-back": `Our software looks at the offers that you accepted in the last ${refundDays}, every ${formatQuantity(REFUND_CHECK_MINUTES, "minute")}. Where our own records prove one of the next four, the credits come back. You do not have to ask. The credits of an offer come back once.`,
  "credits-back-duplicate": `The same phone number asked for the same service in the ${duplicateDays} before this request, and a company got the customer's details with that earlier request.`,
  "credits-back-outside-area":
    "The ZIP code of the job is not in your area, and your area was not changed after we made the offer.",
  "credits-back-impossible-phone":
    "What the customer typed as a phone number cannot be one: it has too few or too many digits.",
  "credits-back-stopped-first":
    "The customer opted out of our contact after they sent the request, and before you accepted.",
  "credits-back-customer-refused":
    "Before a yes the customer says no to you, cancels, opts out, or has their details deleted. The offer ends, and the credits come back.",
  "credits-back-customer-unreached":
    "Our staff cannot reach the customer for a yes, and record that. The offer ends, and the credits come back. You may be asked again once the customer answers.",
  "credits-back-provider-unverified":
    "We share a customer's details only with verified companies. When your verification ends before the customer's yes, the offer ends, and the credits come back.",
  "credits-back-request-closed":
    "We close the request before the customer's yes. The offer ends, and the credits come back.",
  "no-credits-back":
    "After the customer's yes you have their details. If they cancel later, hire somebody else later or hire nobody, the credits do not come back.",
});

/** How disputes are decided. */
export const disputeRules = ({ businessHours, zone }: RuleFigures): RuleTexts => ({
  dispute: `Once the customer said yes to you, you can dispute an accepted offer for ${refundDays} after you accepted it, once. Before the yes there is nothing to dispute: if the offer ends without one, the credits come back automatically. Open the offer, choose what is wrong, and send it. An offer whose credits are back already, or that cost nothing, has nothing to dispute.`,
  "dispute-facts":
    "If you say that the lead is a duplicate or outside your area, that the phone number is impossible, or that the customer had opted out or had hired elsewhere before, we look at our own records at once and show you what they say. Where they prove it, the credits are back at that moment. The first four are proved by the same facts as above. If you marked the job as started or done, our records never grant a dispute: you still see what they say, and a person decides. Our records never refuse a dispute: where they do not prove it, a person decides. Where your credits come back for another reason while you wait for a person, that grants the dispute.",
  "credits-back-hired-elsewhere": `Before you accepted, the same person had said yes to another company for the same service, about a request within ${duplicateDays} of this one or one that our staff merged with it, and no record says that this company did not get the job. Or our staff had noted before you accepted that the customer hired or chose somebody else.`,
  "credits-back-dispute": `Everything that our own records do not grant is decided by a person on our staff, within ${formatQuantity(DISPUTE_BUSINESS_DAYS, "business day")}, counted in our business hours: ${businessHours}, ${zone}. Federal holidays, and the weekdays on which they are observed, do not count. Your offer says until when. If we are late, it says so, and a person still decides.`,
  "dispute-kept":
    "The person who decides has to write an answer. It stays with your offer, and we email it to you. Only if the customer has their details deleted, what you and our staff wrote is deleted too; the decision stays. After that we keep no words of yours, and the answer is a fixed sentence.",
});
