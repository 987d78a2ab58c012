import { getPublicOrigin } from "#app/lib/public-origin.ts";

/** Subject and body of a mail. */
export type MailText = { subject: string; text: string };
/** The brand that signs a mail, and the URL of the staff portal without a trailing slash. */
export type MailFrame = { brand: string; portal: string };

const PLAIN_TEXT = /^[\p{L}\p{M}0-9 .,'&/()-]{1,60}$/u;
/**
 * Signs of spam: many mail programs turn a dot between letters into a link, and a long number may
 * be a phone number.
 */
const SUSPECT = /\.\p{L}|\d{4,}|\/\//u;

/** A visitor's text for use in a mail, or the fallback if it looks like a link or spam. */
export function sanitizeMailText(text: string | null, fallback: string): string {
  const trimmed = text?.trim() ?? "";
  return PLAIN_TEXT.test(trimmed) && !SUSPECT.test(trimmed) ? trimmed : fallback;
}

/** The text of a mail to staff: the lines, and the brand as signature. */
export const buildStaffMailText = ({ brand }: MailFrame, lines: string[]) =>
  `${[...lines, "", `${brand}, staff portal`].join("\n")}\n`;

/** URL of the staff portal for links in mails, without a trailing slash. */
export const getPortalUrl = (env: Parameters<typeof getPublicOrigin>[0]) =>
  `${getPublicOrigin(env)}/backyard`;
