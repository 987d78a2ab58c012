import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";
import { SIGN_IN_MINUTES } from "./constants.ts";

type SignInMail = { brand: string; company: string; code: string; url: string };

/** The mail with the link and the code of one sign-in. */
export function composeSignIn({ brand, company, code, url }: SignInMail): MailText {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  return {
    subject: `${spaced} is your sign-in code`,
    text: [
      `Sign in for ${sanitizeMailText(company, "your company")}:`,
      "",
      url,
      "",
      `Or type this code where you started: ${spaced}`,
      "",
      `Link and code work once, for ${SIGN_IN_MINUTES} minutes. In another browser`,
      "than the one where you started, the link asks for the code.",
      "",
      "Never tell anybody the code: we do not ask for it on the phone. If you",
      "did not try to sign in, delete this email. Nothing happens without it.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}
