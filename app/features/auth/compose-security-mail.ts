import { buildStaffMailText, type MailFrame, type MailText } from "#app/features/mail/mail-text.ts";

export const ACCOUNT_EVENTS = [
  "new-browser",
  "factor-removed",
  "password-changed",
  "role-changed",
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

const EVENT_TEXTS: Record<AccountEvent, { subject: string; text: string }> = {
  "new-browser": {
    subject: "Sign-in from a new browser",
    text: "Your account was used to sign in from a browser that had not been used before.",
  },
  "factor-removed": {
    subject: "Two-factor sign-in was turned off",
    text: "The authenticator app of your account was removed.",
  },
  "password-changed": {
    subject: "Your password was changed",
    text: "The password of your account was changed. All other sessions have ended.",
  },
  "role-changed": {
    subject: "Your role was changed",
    text: "A superadmin changed what your account may do.",
  },
};

/** A mail to the owner of an account. @param when the time, as text in the business time zone */
export function composeSecurityMail(
  event: AccountEvent,
  { when, ...frame }: MailFrame & { when: string },
): MailText {
  const { subject, text } = EVENT_TEXTS[event];
  return {
    subject,
    text: buildStaffMailText(frame, [
      text,
      `Time: ${when}`,
      "",
      "If this was you, there is nothing to do.",
      "If it was not, change your password at once, end the other sessions and tell a superadmin:",
      `${frame.portal}/account`,
    ]),
  };
}
