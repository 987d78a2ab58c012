import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { formatCredits } from "#app/lib/format-values.ts";
import { formatPlace, formatService, type OfferedJob } from "../compose-offer.ts";
import type { DisputeDecision } from "./constants.ts";

type DecisionMail = OfferedJob & {
  brand: string;
  company: string;
  decision: DisputeDecision;
  /** The words of staff; empty where they were deleted with the customer's details. */
  answer: string;
  cost: number;
  /** Of the offer in the portal. */
  url: string;
};

/** The mail that tells a provider how a person decided their dispute. */
export function composeDecision(mail: DecisionMail): MailText {
  const { brand, company, decision, answer, cost, url } = mail;
  return {
    subject: `Your dispute is decided: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(company, "Hello")},`,
      "",
      "We looked at the offer that you disputed.",
      "",
      `Service: ${formatService(mail)}`,
      `Place: ${formatPlace(mail)}`,
      decision === "granted"
        ? `Decision: granted. Your ${formatCredits(cost)} are back.`
        : "Decision: refused. Your credits do not come back.",
      ...(answer ? ["", "Our answer:", answer] : []),
      "",
      "The answer stays with the offer:",
      url,
      "",
      brand,
      "",
    ].join("\n"),
  };
}
