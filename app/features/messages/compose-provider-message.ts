import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";
import {
  formatOfferSubject,
  formatPlace,
  formatService,
  listPortalLines,
  type OfferedJob,
} from "#app/features/offers/compose-offer.ts";

type ProviderMessage = OfferedJob & {
  brand: string;
  company: string;
  text: string;
  isFromStaff: boolean;
  portalUrl?: string | null;
};

/**
 * The mail with a message for a provider. It names no customer, and has no link, as only a hash of
 * the link's token is stored.
 */
export function composeProviderMessage(message: ProviderMessage): MailText {
  const { brand, company, text, isFromStaff, portalUrl } = message;
  const job = `${formatService(message)}, ${formatPlace(message)}`;
  return {
    subject: `A message about your job: ${job}`,
    text: [
      `${sanitizeMailText(company, "Hello")},`,
      "",
      `${isFromStaff ? `The team of ${brand}` : "Your customer"} wrote about the job`,
      `(${job}):`,
      "",
      text,
      "",
      "To answer, use the link you already have. It is in our email with this",
      "subject:",
      formatOfferSubject(message),
      "",
      ...listPortalLines(portalUrl),
      "A reply to this email goes to our team, not to the customer.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}
