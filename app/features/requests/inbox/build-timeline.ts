import { formatMoney } from "#app/lib/format-values.ts";
import { formatAssignmentEvent } from "../assignments/format-assignment-event.ts";
import { type AttemptFacts, formatAttempt } from "../attempts/format-attempt.ts";
import { SPOKEN_STOP_INTENT } from "../attempts/schema.ts";
import type { MergeEvent } from "../constants.ts";
import { MAIL_LAPSED_EVENT } from "../customer/constants.ts";
import { formatCorrection } from "../customer/corrections/format-correction.server.ts";
import { OUTCOME_CHOICES, type OutcomeChoice } from "../outcomes/choices.ts";
import { formatSnoozeEvent } from "../snooze/format-snooze-event.ts";
import { STATUS_LABELS } from "./schema.ts";

/** How many events a timeline shows: customers can add many, by changing a request again and again. */
export const EVENTS_SHOWN = 200;

/** `from`: when the merged request was sent that something is from; missing for what is its own. */
type Origin = { from?: Date };

export type TimelineSources = {
  createdAt: Date;
  /** The requests that were merged into this one. */
  merged?: { id: string; createdAt: Date }[];
  /** The newest first; more than `EVENTS_SHOWN` where older ones are left out. */
  events: (Origin & {
    id: string;
    at: Date;
    kind: string;
    detail: EventDetail;
    actor: string | null;
  })[];
  notes: (Origin & { id: string; createdAt: Date; author: string | null })[];
  /** Of staff to reach the customer. */
  contactAttempts: (Origin & AttemptFacts & { id: string; at: Date; actor: string | null })[];
  /** Of deliveries to the CRM. */
  attempts: (Origin & {
    id: string;
    finishedAt: Date;
    outcome: string;
    httpStatus: number | null;
    error: string | null;
  })[];
};

export type EventDetail = Record<string, unknown>;
/** Formats an event as one sentence; undefined for an unknown kind. */
export type FormatEvent = (kind: string, detail: EventDetail) => string | undefined;

export type TimelineEntry = Origin & { id: string; at: Date; text: string; by: string | null };

const formatStatus = (value: unknown) =>
  STATUS_LABELS[String(value) as keyof typeof STATUS_LABELS] ?? String(value);

function formatCause({ cause, isCleared, company }: EventDetail): string {
  if (isCleared) return "True cause removed";
  // An erased request keeps the event without its details.
  if (isCleared === undefined) return "True cause recorded";
  const by = company ? ` by ${String(company)}` : "";
  return `True cause recorded${by}: ${cause ? String(cause) : "not among those of the quiz"}`;
}

const MERGES: Readonly<Record<MergeEvent, string>> = {
  "merged-into": "Merged into another request",
  "merged-here": "Another request was merged into this one",
  "unmerged-from": "Merge into another request undone",
  "unmerged-here": "Merge of another request undone",
};
/** Formats an event of merging; the service is that of the other request. */
function formatMerge(kind: string, { service }: EventDetail): string | undefined {
  const text = MERGES[kind as MergeEvent] as string | undefined;
  return text && service ? `${text}: ${String(service)}` : text;
}

/** Formats the events of this feature and of the CRM. */
function formatInboxEvent(kind: string, detail: EventDetail): string | undefined {
  if (kind === "status")
    return `Status changed from ${formatStatus(detail.from)} to ${formatStatus(detail.to)}`;
  if (kind === "assignee") return detail.name ? `Assigned to ${String(detail.name)}` : "Unassigned";
  if (kind === "cause") return formatCause(detail);
  if (kind === "outcome")
    return `How it ended: ${OUTCOME_CHOICES[detail.outcome as OutcomeChoice]?.label ?? "recorded"}`;
  if (kind === "job-value")
    return typeof detail.to === "number"
      ? `Value of the job: ${formatMoney(detail.to)}`
      : "Value of the job removed";
  if (kind === "closed-by-customer")
    return detail.outcome === "stopped-by-customer"
      ? "The customer stopped the search; the request is closed"
      : "The customer canceled the request";
  if (kind === SPOKEN_STOP_INTENT)
    return "The customer asked on the phone to stop all contact: do not call, text or email them";
  if (kind === "link-shown") return "A link to the customer's page was shown to staff";
  if (kind === "link-mailed") return "A link to the customer's page was emailed to the customer";
  if (kind === MAIL_LAPSED_EVENT)
    return `An email${detail.mail ? ` with ${String(detail.mail)}` : ""} could not be sent within an hour, so it was not sent`;
  if (kind === "link-revoked") return "A link to the customer's page was revoked";
  if (kind === "released") return "Released for delivery to the CRM";
  if (kind === "sent-again") return "Sent to the CRM again";
  if (kind === "crm-updated") return "The contact was changed in the CRM";
  if (kind === "crm-stop") return "The person opted out in the CRM";
  if (kind === "crm-stopped") return "The CRM was set not to contact this person";
  return formatMerge(kind, detail);
}

const RECEIVED = "Request received";
const OLDER_LEFT_OUT =
  "Older entries are left out here; the export of this person's data has all of them";

const OUTCOMES: Record<string, string> = {
  delivered: "Delivered to the CRM",
  failed: "Delivery failed",
  refused: "The CRM refused the request",
  paused: "The CRM accepted nothing",
};

function formatDelivery({
  outcome,
  httpStatus,
  error,
}: TimelineSources["attempts"][number]): string {
  const reason = [httpStatus && `HTTP ${httpStatus}`, error].filter(Boolean).join(", ");
  return `${OUTCOMES[outcome] ?? outcome}${reason && outcome !== "delivered" ? `: ${reason}` : ""}`;
}

/**
 * What happened to a request, newest first.
 * @param formatEvent formats the events that other features add
 */
export function buildTimeline(
  { createdAt, merged = [], events, notes, contactAttempts, attempts }: TimelineSources,
  formatEvent: FormatEvent,
): TimelineEntry[] {
  const shown = events.slice(0, EVENTS_SHOWN);
  const oldest = shown.at(-1);
  const older =
    oldest && events.length > shown.length
      ? [{ id: "older", at: oldest.at, text: OLDER_LEFT_OUT, by: null }]
      : [];
  const entries: TimelineEntry[] = [
    ...shown.map(({ id, at, kind, detail, actor, from }) => ({
      id,
      at,
      from,
      text:
        formatInboxEvent(kind, detail) ??
        formatAssignmentEvent(kind, detail) ??
        formatSnoozeEvent(kind, detail) ??
        formatCorrection(kind, detail) ??
        formatEvent(kind, detail) ??
        kind,
      by: actor,
    })),
    ...notes.map(({ id, createdAt: at, author, from }) => ({
      id,
      at,
      from,
      text: "Note added",
      by: author,
    })),
    ...contactAttempts.map((attempt) => ({
      id: attempt.id,
      at: attempt.at,
      from: attempt.from,
      text: formatAttempt(attempt),
      by: attempt.actor,
    })),
    ...attempts.map((attempt) => ({
      id: attempt.id,
      at: attempt.finishedAt,
      from: attempt.from,
      text: formatDelivery(attempt),
      by: null,
    })),
    ...older,
    ...merged.map(({ id, createdAt: at }) => ({ id, at, from: at, text: RECEIVED, by: null })),
    { id: "created", at: createdAt, text: RECEIVED, by: null },
  ];
  return entries.sort((a, b) => b.at.getTime() - a.at.getTime());
}
