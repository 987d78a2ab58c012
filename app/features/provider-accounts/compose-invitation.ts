import { formatPhoneHref } from "#app/lib/phone.ts";
import { INVITATION_DAYS } from "./constants.ts";

type Invitation = {
  brand: string;
  company: string;
  /** Of the page where somebody joins. */
  url: string;
  /** As the provider's profile has it; null where it is no number. */
  phone: string | null;
  email: string | null;
};

type Message = { subject: string; text: string };

/** An invitation in words, for a text and for an email. */
export const composeInvitationText = ({
  brand,
  company,
  url,
}: Pick<Invitation, "brand" | "company" | "url">): Message => ({
  subject: `Join ${company} on ${brand}`,
  text: `Join ${company} on ${brand}: ${url} This link is just for you and works once, within ${INVITATION_DAYS} days.`,
});

/**
 * Links that open an invitation as a text and as a mail in the program of whoever clicks. Nothing is
 * sent until they do.
 * @returns `sms` is null without a number; `mail` has no recipient without an address
 */
export function composeInvitation({ phone, email, ...invitation }: Invitation) {
  const { subject, text } = composeInvitationText(invitation);
  // In a mail address only the @ is not encoded: some programs would not decode it.
  const to = email ? encodeURIComponent(email).replace("%40", "@") : "";
  const fields = { subject, body: text };
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return {
    // Old iPhones read the text only after "&", all others after "?".
    sms:
      phone &&
      `${formatPhoneHref(phone).replace("tel:", "sms:")}?&body=${encodeURIComponent(text)}`,
    mail: `mailto:${to}?${query}`,
  };
}
