import { getPublicOrigin } from "#app/lib/public-origin.ts";

/** Subject and body of a mail. */
export type MailText = { subject: string; text: string };
/** The brand that signs a mail, and the address of the staff portal without a slash at its end. */
export type MailFrame = { brand: string; portal: string };

const PLAIN_TEXT = /^[\p{L}\p{M}0-9 .,'&/()-]{1,60}$/u;
/**
 * Many mail programs turn a dot between letters into a link, and a long number may be a phone. Both
 * come from people who misuse the form on purpose.
 */
const SUSPECT = /\.\p{L}|\d{4,}|\/\//u;

/**
 * Text that a visitor typed, for use in a mail; the fallback where it looks like a link or spam.
 */
export function sanitizeMailText(text: string | null, fallback: string): string {
  const trimmed = text?.trim() ?? "";
  return PLAIN_TEXT.test(trimmed) && !SUSPECT.test(trimmed) ? trimmed : fallback;
}

/** The lines of a mail to staff, signed with the brand. */
export const buildStaffMailText = ({ brand }: MailFrame, lines: string[]) =>
  `${[...lines, "", `${brand}, staff portal`].join("\n")}\n`;

/** Address of the staff portal for the links of mails, without a slash at its end. */
export const getPortalUrl = (env: Parameters<typeof getPublicOrigin>[0]) =>
  `${getPublicOrigin(env)}/backyard`;
