import { formatQuantity } from "#app/lib/format-values.ts";
import { CONTACT_DAYS } from "../constants.ts";
import type { RuleTexts } from "./choice-rules.ts";
import { CALLING, type RuleFigures } from "./figures.ts";

const describeAnswerTime = (hours: number): string =>
  hours > 0
    ? `customers who chose email and are in no hurry have ${formatQuantity(hours, "business hour")} to answer before our staff call them`
    : "our staff call them as well, without waiting for the answer";

/** What is told when, and how customers may be called. */
export const customerRules = ({ customerAnswerHours }: RuleFigures): RuleTexts => ({
  "before-yes":
    "You see the service, the city and the ZIP code, when they want it, the times that suit them, and what they wrote. In their words, phone numbers, email addresses, links, their name and their street are replaced by [hidden]. You do not see their name, phone number, email, street or photos.",
  "why-not-told":
    "We promise customers that we name the one company that would get their details, and that nobody gets their name, contact details, street or photos before they say yes to it.",
  "customer-yes": `After you accept, we ask the customer whether we may give their details to you, by name. Customers who gave an email address are asked by email and can answer on a page of their own; ${describeAnswerTime(customerAnswerHours)}. All others are called by our staff without that wait. Where we cannot send emails, they call everybody.`,
  "after-yes": `You see the customer's name, phone number, email, address, description and photos. Our link and this portal show them for ${formatQuantity(CONTACT_DAYS, "day")} after the yes. Those days start over when a booked visit ends or is canceled, when the customer writes, and when you mark the work as started, up to a year after the yes. Save what you need for your records.`,
  "by-hand-calls":
    "With their yes, the customer agrees that you may call them about this request, dialing by hand. Automated calls or texts need the customer's own agreement with you first.",
  stop: "When a customer tells you or us to stop, do not call, text, email or visit them any more, and delete their details, except what the law makes you keep, such as invoices. Where they tell us, we email you, and neither the link nor this portal shows them any more.",
  "calling-hours": `Our own staff call and text customers from ${CALLING.hours} in the customer's time, at most ${CALLING.mostAttempts} times in 24 hours, and keep to the hours of ${CALLING.stricterPlaces} states and territories that are stricter; going beyond that needs a written reason, such as that the customer wanted the call. Laws about calls may bind you too. This is not legal advice.`,
});
