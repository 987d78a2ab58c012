import { type MailText, plainTextOr } from "#app/features/mail/mail-text.ts";

export type OfferMail = {
  brand: string;
  company: string;
  serviceType: string;
  city: string | null;
  zip: string | null;
  timeframe: string | null;
  cost: number;
  minutes: number;
  url: string;
};

type Job = Pick<OfferMail, "serviceType" | "city" | "zip">;

const nameService = ({ serviceType }: Job) => plainTextOr(serviceType, "Service request");
const namePlace = ({ city, zip }: Job) =>
  [plainTextOr(city, ""), zip].filter(Boolean).join(" ") || "your area";
const offerSubject = (job: Job) => `New job for you: ${nameService(job)}, ${namePlace(job)}`;

/** The mail that offers a job. Of the customer it names only city and ZIP code. */
export function composeOffer(mail: OfferMail): MailText {
  const { brand, company, timeframe, cost, minutes, url } = mail;
  return {
    subject: offerSubject(mail),
    text: [
      `${plainTextOr(company, "Hello")},`,
      "",
      "a customer near you asks for help. You alone are asked now.",
      "",
      `Service: ${nameService(mail)}`,
      `Place: ${namePlace(mail)}`,
      ...(timeframe ? [`Timeframe: ${timeframe}`] : []),
      `Cost: ${cost} credits, only if you accept`,
      `Time to answer: ${minutes} minutes`,
      "",
      // Lines longer than 76 characters may be broken or encoded on the way.
      "After you accept, we ask the customer whether you may call. If they say",
      "no, your credits come back.",
      "",
      "See the job, and accept or decline:",
      url,
      "",
      "The link is for you alone. Whoever has it can answer for you.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}

export type ReleaseMail = Pick<OfferMail, "brand" | "company" | "serviceType" | "city" | "zip">;

/** The mail after the customer's yes. It has no link, because only a hash of its token is stored. */
export function composeRelease(mail: ReleaseMail): MailText {
  return {
    subject: `The customer said yes: ${nameService(mail)}, ${namePlace(mail)}`,
    text: [
      `${plainTextOr(mail.company, "Hello")},`,
      "",
      "the customer agreed: you may call. Their name, phone number and address",
      "are behind the link that you already have.",
      "",
      "It is in our message with this subject:",
      offerSubject(mail),
      "",
      "Please get in touch with them soon.",
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}
