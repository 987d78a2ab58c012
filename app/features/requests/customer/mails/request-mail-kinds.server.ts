import { sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { RECEIPT_MAIL } from "../../constants.ts";
import { describeOpening } from "../../quote/describe-opening.ts";
import { LOST_LINK_MAIL } from "../constants.ts";
import { addressChangedMail } from "../corrections/former-address.server.ts";
import type { CustomerMailInput, CustomerMailKind } from "./mail-kind.ts";

const formatService = ({ request }: CustomerMailInput) =>
  sanitizeMailText(request.serviceType, "your request");
const formatPlace = ({ request }: CustomerMailInput) =>
  [sanitizeMailText(request.city, ""), request.zip].filter(Boolean).join(" ");

/** Confirms a request. It repeats nothing that could be somebody else's text. */
const receipt: CustomerMailKind = {
  kind: RECEIPT_MAIL,
  compose(input) {
    const { site, request, pageUrl, now } = input;
    const place = formatPlace(input);
    return {
      subject: `We got your request: ${formatService(input)}`,
      text: [
        `${site.persona} got your request.`,
        "",
        `Service: ${formatService(input)}`,
        ...(place ? [`Place: ${place}`] : []),
        ...(request.reference ? [`Reference: ${sanitizeReference(request.reference)}`] : []),
        "",
        "Your page for this request: check its status, add photos, make changes,",
        "cancel it, or stop all contact:",
        pageUrl,
        "",
        "Keep this link to yourself: whoever has it can answer for you.",
        "",
        describeOpening(now, site),
        "No professional gets your name, phone number, email or street",
        "address before we name that professional and you say yes.",
        "",
        `Can't wait? Call ${site.phone}.`,
        "",
        "Not your request? Open the link and press Cancel, or call us. We write",
        "to you only about this request.",
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

/** References of our own form have only letters, digits and "_". */
const sanitizeReference = (reference: string) =>
  /^[\w-]{1,40}$/.test(reference) ? reference : "see your page";

/** A new link for somebody who has lost theirs. */
const lostLink: CustomerMailKind = {
  kind: LOST_LINK_MAIL,
  isAskedFor: true,
  lapsesWith: "a new link",
  takesNoReply: true,
  compose(input) {
    const { site, pageUrl } = input;
    return {
      subject: `The link to your request: ${formatService(input)}`,
      text: [
        "Someone, probably you, asked for the link to your request",
        `(${formatService(input)}). Here it is:`,
        "",
        pageUrl,
        "",
        "Earlier links still work, unless we turned them off. Keep them to",
        "yourself: whoever has one can answer for you.",
        "",
        `Didn't ask for it? Ignore this email, or call ${site.phone}.`,
        "",
        site.brand,
        "",
      ].join("\n"),
    };
  },
};

export const requestMailKinds: readonly CustomerMailKind[] = [
  receipt,
  lostLink,
  addressChangedMail,
];
