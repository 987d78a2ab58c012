import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { hideContacts } from "../hide-contacts.ts";
import type { VisitDetail } from "./record-visit-event.server.ts";

const LINE_LENGTH = 72;

export type VisitMail = {
  kind: string;
  detail: VisitDetail;
  /** The service and the place, as the offer named them. */
  job: string;
  brand: string;
  phone: string;
};

const SUBJECTS: Record<string, string> = {
  "visit-booked": "Visit set",
  "visit-moved": "Visit moved",
  "visit-canceled": "Visit canceled",
};

/** Words in lines that mail servers neither wrap nor encode. */
function wrapLine(text: string): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    const longer = line ? `${line} ${word}` : word;
    if (longer.length <= LINE_LENGTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The reason in quotes: it is somebody else's text, so links and numbers in it are left out. */
const listReason = (reason: string | undefined) =>
  reason ? ["Why:", ...wrapLine(`"${hideContacts(reason, {})}"`), ""] : [];

function listChange({ kind, detail }: VisitMail, you: "customer" | "provider"): string[] {
  const { by, company, time, before, reason, isAgreed } = detail;
  const other = you === "customer" ? sanitizeMailText(company, "The professional") : "The customer";
  const who = by === you ? "You" : by === "system" ? null : other;
  if (kind === "visit-booked") {
    const line = isAgreed
      ? `${other} entered the time that you agreed on:`
      : `${other} can come at a time that you chose:`;
    const doubt = isAgreed
      ? [...wrapLine("If you did not agree on it, move or cancel the visit on your page."), ""]
      : [];
    return you === "customer"
      ? [...wrapLine(line), time, "", ...doubt]
      : ["The visit is set:", time, ""];
  }
  if (kind === "visit-moved")
    return [
      `${who ?? "We"} moved the visit.`,
      "",
      ...(before ? [`Before: ${before}`] : []),
      `Now: ${time}`,
      "",
      ...listReason(reason),
    ];
  const what = who ? `${who} canceled the visit` : "The visit was canceled";
  return [...(time ? [`${what}:`, time] : [`${what}.`]), "", ...listReason(reason)];
}

const formatSubject = ({ kind, job }: VisitMail) => `${SUBJECTS[kind] ?? "Your visit"}: ${job}`;
const FILE_LINES: Record<string, string> = {
  "visit-canceled": "Open the attached file to remove the visit from your calendar.",
};
const getFileLine = (kind: string) =>
  FILE_LINES[kind] ?? "Open the attached file to add the visit to your calendar.";

/** The mail to a customer after the visit was set, moved or canceled, with the link to their page. */
export function composeCustomerVisit(mail: VisitMail, pageUrl: string): MailText {
  return {
    subject: formatSubject(mail),
    text: [
      ...listChange(mail, "customer"),
      getFileLine(mail.kind),
      "",
      "See or change it on your request's page:",
      pageUrl,
      "",
      `Questions? Call ${mail.phone}.`,
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}

/** The mail to a provider, without a link: only a hash of the link's token is stored. */
export function composeProviderVisit(mail: VisitMail): MailText {
  return {
    subject: formatSubject(mail),
    text: [
      `${sanitizeMailText(mail.detail.company, "Hello")},`,
      "",
      ...listChange(mail, "provider"),
      getFileLine(mail.kind),
      "",
      "To see the job, use the link in our offer, which you already have.",
      "",
      `Questions? Call ${mail.phone}.`,
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}
