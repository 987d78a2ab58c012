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
  /** The credits are back, by this decision or for another reason. */
  isRefunded: boolean;
  /** Of the offer in the portal. */
  url: string;
};

/** The mail that tells a provider how the dispute was decided for which they waited. */
export function composeDecision(mail: DecisionMail): MailText {
  const { brand, company, answer, url } = mail;
  return {
    subject: `Your dispute is decided: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(company, "Hello")},`,
      "",
      "We looked at the offer that you disputed.",
      "",
      `Service: ${formatService(mail)}`,
      `Place: ${formatPlace(mail)}`,
      formatDecision(mail),
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

function formatDecision({ decision, isRefunded, cost }: DecisionMail): string {
  const credits = formatCredits(cost);
  if (decision === "granted") return `Decision: granted. Your ${credits} are back.`;
  return isRefunded
    ? `Decision: refused. Your ${credits} are back already, for another reason.`
    : "Decision: refused. Your credits do not come back.";
}
