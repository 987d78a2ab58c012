import type { BreakerState } from "#app/db/tables/crm.server.ts";
import {
  buildStaffMailText,
  type MailFrame,
  type MailText,
  sanitizeMailText,
} from "#app/features/mail/mail-text.ts";
import { LOG_DAYS, PAUSE_AFTER_HOURS } from "#app/features/webhooks/constants.ts";
import { HIGHLEVEL_TARGET, TARGET_LABELS } from "#app/lib/delivery-targets.ts";
import { formatQuantity } from "#app/lib/format-values.ts";

/** What a mail may show of a request: no personal data except the city. */
export type NamedRequest = { serviceType: string; city: string | null };
export type RequestBatch = { count: number; named: NamedRequest[] };

function listNamed({ count, named }: RequestBatch): string[] {
  const lines = named.map(
    (request) =>
      `- ${sanitizeMailText(request.serviceType, "Service request")}, ${sanitizeMailText(request.city, "city not clear")}`,
  );
  return count > named.length ? [...lines, `- and ${count - named.length} more`] : lines;
}

type BatchMail = {
  what: string;
  /** The page that shows them, below the portal's URL. */
  path?: string;
  /** What staff should know and do about it. */
  advice?: string[];
  /** Query string of the list view that shows them. */
  view?: string;
};

function composeBatch(
  batch: RequestBatch,
  frame: MailFrame,
  { what, path = "/service-requests", advice = [], view = "" }: BatchMail,
): MailText {
  const adviceLines = advice.length > 0 ? ["", ...advice] : [];
  return {
    subject: what,
    text: buildStaffMailText(frame, [
      `${what}:`,
      "",
      ...listNamed(batch),
      ...adviceLines,
      "",
      `Open them: ${frame.portal}${path}${view}`,
    ]),
  };
}

export const composeNewRequests = (batch: RequestBatch, frame: MailFrame): MailText =>
  composeBatch(batch, frame, { what: formatQuantity(batch.count, "new service request") });

export const composeHeldRequests = (batch: RequestBatch, frame: MailFrame): MailText =>
  composeBatch(batch, frame, {
    what: `${formatQuantity(batch.count, "request")} held for more than an hour`,
    advice: [
      "They looked like spam, so they were stored and not delivered.",
      "Look at them, and release those that come from real people.",
    ],
  });

export const composeFailedDeliveries = (batch: RequestBatch, frame: MailFrame): MailText =>
  composeBatch(batch, frame, {
    what: `${formatQuantity(batch.count, "request")} could not be delivered`,
    advice: [
      "They are not tried again automatically. The requests are kept. Call the people, or send the requests again with one click.",
    ],
  });

export const composeAcceptedOffers = (batch: RequestBatch, frame: MailFrame): MailText =>
  composeBatch(batch, frame, {
    what: `${formatQuantity(batch.count, "customer")} to call: a professional accepted`,
    advice: [
      "They wanted a call or a text, cannot wait, have no email address, or did not answer by email in time.",
      "The professional is waiting. They see the job, the city and ZIP, and what the customer wrote, but no name, number, email or street.",
      "Call the customer, name the company, and record their answer in the request.",
    ],
    view: "?view=waiting",
  });

export const composeNewMessages = (batch: RequestBatch, frame: MailFrame): MailText =>
  composeBatch(batch, frame, {
    what: `${formatQuantity(batch.count, "request")} with a new message`,
    advice: ["A customer or a professional wrote. Answer in the request."],
    view: "?view=messages",
  });

export const composeDisputes =
  (isOverdue: boolean) =>
  (batch: RequestBatch, frame: MailFrame): MailText =>
    composeBatch(batch, frame, {
      what: isOverdue
        ? formatQuantity(batch.count, "dispute is overdue", "disputes are overdue")
        : `${formatQuantity(batch.count, "dispute")} to answer`,
      path: "/disputes",
      advice: [
        "A provider says that an offer's credits should come back, and our records do not prove it.",
        isOverdue
          ? "We promised an answer by now. Grant or refuse, and write why."
          : "Grant or refuse, and write why. The page says until when.",
      ],
    });

export const composeUnattendedRequests = (
  batch: RequestBatch & { emergencies: number },
  frame: MailFrame,
): MailText =>
  composeBatch(batch, frame, {
    what: `Nobody is on shift: ${formatQuantity(batch.count, "request waits", "requests wait")}`,
    advice: [
      ...(batch.emergencies > 0
        ? [
            `${formatQuantity(batch.emergencies, "of them is an emergency", "of them are emergencies")}.`,
          ]
        : []),
      "Press “I take over” in the portal: then you are on shift for two hours, and the others know it.",
    ],
  });

export type TargetTrouble = {
  target: string;
  state: Exclude<BreakerState, "closed">;
  reason: string | null;
};

export function composeTargetTrouble(
  { target, state, reason }: TargetTrouble,
  frame: MailFrame,
): MailText {
  const why = sanitizeMailText(reason, "no reason given");
  const name = target === HIGHLEVEL_TARGET ? TARGET_LABELS[HIGHLEVEL_TARGET] : target;
  return {
    subject: state === "paused" ? `Deliveries to ${name} are paused` : `Deliveries to ${name} fail`,
    text: buildStaffMailText(frame, [
      state === "paused"
        ? `${name} refuses every delivery (${why}).`
        : `${name} has failed several times in a row (${why}).`,
      "",
      "Requests wait and nothing is lost. One try a minute finds out when it works again; then all of them go out.",
      state === "paused"
        ? "It needs attention: a wrong key, a wrong address or a limit is likely."
        : "If it lasts, look at the other system.",
      "",
      `See the requests: ${frame.portal}/service-requests`,
      `See the connection (superadmins): ${frame.portal}/settings/integrations`,
    ]),
  };
}

const listContactId = (id: string) => `- ${/^[\w-]+$/.test(id) ? id : "id not clear"}`;

export const composeErasedContacts = (
  { contactIds }: { contactIds: string[] },
  frame: MailFrame,
): MailText => ({
  subject: `${formatQuantity(contactIds.length, "contact")} to delete in the CRM`,
  text: buildStaffMailText(frame, [
    "Customers deleted their details on their own page. The CRM still has them.",
    "Delete these contacts in the CRM:",
    "",
    ...contactIds.map(listContactId),
  ]),
});

export const composeUnmatchedTexts = (
  { count }: { count: number },
  frame: MailFrame,
): MailText => ({
  subject: `${formatQuantity(count, "text")} that ${count === 1 ? "fits" : "fit"} no single request`,
  text: buildStaffMailText(frame, [
    "They came from numbers that no open request has, or several.",
    "Their words are not kept here. Read them in Twilio's console: Monitor, Logs, Messaging.",
  ]),
});

export type LateOptOuts = { count: number; contactIds: string[] };

export function composeLateOptOuts({ count, contactIds }: LateOptOuts, frame: MailFrame): MailText {
  const more = count > contactIds.length ? [`- and ${count - contactIds.length} more`] : [];
  return {
    subject: `${formatQuantity(count, "opt-out")} did not reach the CRM`,
    text: buildStaffMailText(frame, [
      "People opted out, and their contacts could not be set to do-not-disturb in the CRM.",
      "Set do-not-disturb in the CRM for these contacts:",
      "",
      ...contactIds.map(listContactId),
      ...more,
      "",
      `See the connection (superadmins): ${frame.portal}/settings/integrations`,
    ]),
  };
}

/** @param when the time at which the current tokens expire, as text in the business time zone */
export function composeEndingConnection({
  when,
  ...frame
}: MailFrame & { when: string }): MailText {
  return {
    subject: "The connection to HighLevel ends soon",
    text: buildStaffMailText(frame, [
      "New tokens for HighLevel could not be fetched. It is tried again each minute.",
      `The current tokens expire: ${when}`,
      "",
      "Until then requests are delivered. After that they wait, and nothing is lost.",
      "A superadmin should press Reconnect before that time:",
      "",
      `${frame.portal}/settings/integrations`,
    ]),
  };
}

export type NightlyTrouble = { notQueued: number; missing: number; requestIds: string[] };

export function composeNightlyTrouble(
  { notQueued, missing, requestIds }: NightlyTrouble,
  frame: MailFrame,
): MailText {
  const found = [
    ...(notQueued > 0
      ? [
          `- ${formatQuantity(notQueued, "request")} without a delivery order: they are not delivered.`,
        ]
      : []),
    ...(missing > 0
      ? [`- ${formatQuantity(missing, "request")} of a sample whose contact the CRM no longer has.`]
      : []),
  ];
  return {
    subject: `Nightly check: ${formatQuantity(notQueued + missing, "request needs", "requests need")} a look`,
    text: buildStaffMailText(frame, [
      "The nightly comparison of requests and CRM found:",
      "",
      ...found,
      "",
      "Open them:",
      ...requestIds.map((id) => `${frame.portal}/service-requests/${id}`),
    ]),
  };
}

export function composePausedWebhook(
  { id, name, isGone }: { id: string; name: string; isGone: boolean },
  frame: MailFrame,
): MailText {
  const program = sanitizeMailText(name, "The endpoint");
  return {
    subject: `Webhook paused: ${program}`,
    text: buildStaffMailText(frame, [
      isGone
        ? `${program} returned 410 (Gone), which asks us to stop sending, so we stopped.`
        : `${program} has accepted no messages for ${PAUSE_AFTER_HOURS} hours, so we stopped sending.`,
      "",
      `Its events are queued for ${LOG_DAYS} days. Ask whoever owns it, send a test message, and resume.`,
      "",
      `See the endpoint: ${frame.portal}/settings/webhooks/${id}`,
    ]),
  };
}
