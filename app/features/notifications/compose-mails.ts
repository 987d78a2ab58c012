/** Subject and body of a mail to staff. */
export type MailText = { subject: string; text: string };
/** A request as a mail may name it: nothing of the person but the city. */
export type NamedRequest = { serviceType: string; city: string | null };
export type RequestBatch = { count: number; named: NamedRequest[] };
export type MailFrame = { brand: string; portal: string };

export const SECURITY_EVENTS = ["new-browser", "factor-removed", "password-changed", "role-changed"] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const HARMLESS = /^[\p{L}\p{M}0-9 .,'&/()-]{1,60}$/u;
/** Two dots make a link in many mail programs, and long digits may be a phone: both come from people who fill the form wrongly on purpose. */
const SUSPECT = /\.\p{L}|\d{4,}|\/\//u;

/** What a visitor typed goes into a mail only where it looks like what it should be. */
function harmless(text: string | null, fallback: string): string {
  const trimmed = text?.trim() ?? "";
  return HARMLESS.test(trimmed) && !SUSPECT.test(trimmed) ? trimmed : fallback;
}

function listNamed({ count, named }: RequestBatch): string[] {
  const lines = named.map((request) => `- ${harmless(request.serviceType, "Service request")}, ${harmless(request.city, "city not clear")}`);
  return count > named.length ? [...lines, `- and ${count - named.length} more`] : lines;
}

const body = ({ brand }: MailFrame, lines: string[]) => `${[...lines, "", `${brand}, staff portal`].join("\n")}\n`;

export function composeNewRequests(batch: RequestBatch, frame: MailFrame): MailText {
  const what = plural(batch.count, "new service request");
  return { subject: what, text: body(frame, [`${what}:`, "", ...listNamed(batch), "", `Open them: ${frame.portal}/service-requests`]) };
}

export function composeHeldRequests(batch: RequestBatch, frame: MailFrame): MailText {
  const what = `${plural(batch.count, "request")} held for more than an hour`;
  return {
    subject: what,
    text: body(frame, [
      `${what}:`,
      "",
      ...listNamed(batch),
      "",
      "They looked like spam, so they were stored and not delivered.",
      "Look at them, and release those that come from real people.",
      "",
      `Open them: ${frame.portal}/service-requests`,
    ]),
  };
}

export function composeFailedDeliveries(batch: RequestBatch, frame: MailFrame): MailText {
  const what = `${plural(batch.count, "request")} could not be delivered`;
  return {
    subject: what,
    text: body(frame, [
      `${what}:`,
      "",
      ...listNamed(batch),
      "",
      "No further try is made by itself. The requests are kept. Call the people, or send the requests again with one click.",
      "",
      `Open them: ${frame.portal}/service-requests`,
    ]),
  };
}

export type TargetTrouble = { target: string; state: "open" | "paused"; reason: string | null };

export function composeTargetTrouble({ target, state, reason }: TargetTrouble, frame: MailFrame): MailText {
  const why = harmless(reason, "no reason given");
  return {
    subject: state === "paused" ? `Deliveries to ${target} are paused` : `Deliveries to ${target} fail`,
    text: body(frame, [
      state === "paused" ? `${target} refuses every delivery (${why}).` : `${target} has failed several times in a row (${why}).`,
      "",
      "Requests wait and nothing is lost. One try a minute finds out when it works again; then all of them go out.",
      state === "paused" ? "Somebody must look at it: a wrong key, a wrong address or a limit is likely." : "If it lasts, look at the other system.",
      "",
      `See the state: ${frame.portal}/service-requests`,
    ]),
  };
}

const EVENT_TEXTS: Record<SecurityEvent, { subject: string; text: string }> = {
  "new-browser": { subject: "Sign-in from a new browser", text: "Your account was used to sign in from a browser that had not been used before." },
  "factor-removed": { subject: "Two-factor sign-in was turned off", text: "The authenticator app of your account was removed." },
  "password-changed": { subject: "Your password was changed", text: "The password of your account was changed. All other sessions have ended." },
  "role-changed": { subject: "Your role was changed", text: "A superadmin changed what your account may do." },
};

/** A mail to the person whose account it is. @param when the time, as the business reads it */
export function composeSecurity(event: SecurityEvent, { when, ...frame }: MailFrame & { when: string }): MailText {
  const { subject, text } = EVENT_TEXTS[event];
  return {
    subject,
    text: body(frame, [
      text,
      `Time: ${when}`,
      "",
      "If this was you, there is nothing to do.",
      "If it was not, change your password at once, end the other sessions and tell a superadmin:",
      `${frame.portal}/account`,
    ]),
  };
}
