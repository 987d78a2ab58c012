import { SECOND_MS } from "#app/lib/durations.ts";

/** How often due mails to customers are looked for. */
export const CUSTOMER_MAILS_EVERY_MS = 3 * SECOND_MS;
/** The customer's page where its address is stored or shown: without the key. */
export const MASKED_PAGE = "/r/…";
/** Where a lost link is sent again. */
export const LOST_LINK_PATH = "/r";
/** Actor of what customers do on their own page. */
export const CUSTOMER_ACTOR = "customer";
/** How often a page is opened, and a form sent, by one caller. */
export const VIEWS_PER_MINUTE = 120;
export const ACTIONS_PER_MINUTE = 30;
/** How many forms of one request are accepted an hour, from all callers together. */
export const CHANGES_PER_HOUR = 60;

/** Kind of the mail with a new link, for customers who have lost theirs. */
export const LOST_LINK_MAIL = "lost-link";
/** Kind of the timeline's event for a mail that was not sent, as nobody waits for it any more. */
export const MAIL_LAPSED_EVENT = "mail-lapsed";

/** Where keys of customers' pages went, for staff; a stored consent names it too. */
export const LINK_ORIGINS: Readonly<Record<string, string>> = {
  form: "Shown after the form was sent",
  mail: "Sent by email",
  text: "Sent by text",
  staff: "Shown to staff",
};
/** For a sentence about what a customer did on their page; empty except for a link of staff. */
export const describeStaffLink = (link: unknown): string =>
  (link as { origin?: string } | undefined)?.origin === "staff"
    ? ", with a link that staff had shown"
    : "";
