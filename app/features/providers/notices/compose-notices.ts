import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { formatFullDay } from "../format-provider.ts";
import { PAPER_LABELS, type PaperKind } from "../papers/constants.ts";

/** `portal`: URL of the pros' portal without a trailing slash. */
export type NoticeFrame = { brand: string; portal: string; phone: string };

const greet = (company: string) => `${sanitizeMailText(company, "Hello")},`;

type DecidedPaper = {
  company: string;
  kind: PaperKind;
  state: "accepted" | "refused";
  validUntil: string;
  refusal: string | null;
};

/** Tells a company what we decided about a paper. */
export function composePaperDecision(
  paper: DecidedPaper,
  { brand, portal }: NoticeFrame,
): MailText {
  const { company, kind, state, validUntil, refusal } = paper;
  const name = PAPER_LABELS[kind].toLowerCase();
  const isAccepted = state === "accepted";
  return {
    subject: isAccepted ? `We accepted your ${name}` : `We could not accept your ${name}`,
    text: [
      greet(company),
      "",
      ...(isAccepted
        ? [
            `We checked the ${name} that you sent and accepted it. It counts`,
            `until ${formatFullDay(validUntil)}. See what customers read about it:`,
          ]
        : [
            `We looked at the ${name} that you sent and could not accept it.`,
            `Why: ${refusal ?? ""}`,
            "",
            "Please send another one:",
          ]),
      `${portal}/documents`,
      "",
      brand,
      "",
    ].join("\n"),
  };
}

type DecidedChange = { company: string; state: "accepted" | "refused"; refusal: string | null };

/** Tells a company what we decided about a change of its profile. */
export function composeChangeDecision(
  change: DecidedChange,
  { brand, portal }: NoticeFrame,
): MailText {
  const { company, state, refusal } = change;
  const isAccepted = state === "accepted";
  return {
    subject: isAccepted
      ? "We approved the change of your profile"
      : "We did not approve the change of your profile",
    text: [
      greet(company),
      "",
      ...(isAccepted
        ? ["We approved the change of your profile. It counts from now on."]
        : [
            "We did not approve the change of your profile. The old entries count.",
            `Why: ${refusal ?? ""}`,
          ]),
      "",
      `${portal}/profile`,
      "",
      brand,
      "",
    ].join("\n"),
  };
}

/** Tells a former address that offers go elsewhere; its reader may not know of the change. */
export function composeReplacedAddress(
  { company }: { company: string },
  { brand, phone }: NoticeFrame,
): MailText {
  return {
    subject: "The email address of your company was changed",
    text: [
      greet(company),
      "",
      "The email address for your company's offers was changed in the pros'",
      "portal. It is no longer this one. If nobody at your company changed",
      `it, call ${phone}.`,
      "",
      brand,
      "",
    ].join("\n"),
  };
}
