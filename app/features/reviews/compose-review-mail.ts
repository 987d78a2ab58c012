import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";

type ReviewMail = {
  brand: string;
  company: string;
  serviceType: string;
  /** The customer's own page. */
  pageUrl: string;
};

/** The one mail that asks a customer for a review. It offers nothing in return. */
export function composeReviewMail({ brand, company, serviceType, pageUrl }: ReviewMail): MailText {
  const name = sanitizeMailText(company, "the company");
  return {
    subject: `How did it go with ${name}?`,
    text: [
      "Hello,",
      "",
      "You asked us for help:",
      sanitizeMailText(serviceType, "Service request"),
      "",
      "With your okay, we shared your details with:",
      name,
      "",
      // Mail servers may wrap or encode lines longer than 76 characters.
      "How did it go? You can give 1 to 5 stars and write a few words. It is",
      "up to you, and we ask only this once:",
      pageUrl,
      "",
      "We show every review, good or bad, and never with your name. Nobody",
      "gets anything for a review.",
      "",
      "The link opens your own page. Keep it to yourself.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}
