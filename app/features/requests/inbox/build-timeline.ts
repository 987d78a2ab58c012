import {
  type LostReason,
  REFUND_REASONS,
  type RefundReason,
} from "#app/features/offers/constants.ts";
import { STATUS_LABELS } from "./schema.ts";

export type TimelineSources = {
  createdAt: Date;
  events: {
    id: string;
    at: Date;
    kind: string;
    detail: Record<string, unknown>;
    actor: string | null;
  }[];
  notes: { id: string; createdAt: Date; author: string | null }[];
  attempts: {
    id: string;
    finishedAt: Date;
    outcome: string;
    httpStatus: number | null;
    error: string | null;
  }[];
};

export type TimelineEntry = { id: string; at: Date; text: string; by: string | null };

const statusName = (value: unknown) =>
  STATUS_LABELS[String(value) as keyof typeof STATUS_LABELS] ?? String(value);

/** One sentence for each kind of event that staff's changes leave. */
function eventText(kind: string, detail: Record<string, unknown>): string {
  if (kind === "status")
    return `Status changed from ${statusName(detail.from)} to ${statusName(detail.to)}`;
  if (kind === "assignee")
    return detail.name ? `Assigned to ${String(detail.name)}` : "Assignment taken away";
  if (kind === "released") return "Released for delivery to the CRM";
  if (kind === "sent-again") return "Sent to the CRM again";
  if (kind === "crm-updated") return "The contact was changed in the CRM";
  if (kind === "crm-stop") return "The person said stop in the CRM";
  if (kind === "crm-stopped") return "The CRM was told not to disturb this person";
  return offerText(kind, detail) ?? kind;
}

const REFUSALS: Record<LostReason, string> = {
  stopped: "The customer said stop before a yes",
  erased: "The customer was erased before a yes",
};

function offerText(kind: string, detail: Record<string, unknown>): string | undefined {
  const company = String(detail.company || "a provider");
  const reason = REFUND_REASONS[detail.reason as RefundReason];
  return {
    offered: `Offered to ${company}${detail.by === "auto" ? " automatically" : ""}`,
    // Before customers were asked for each professional, accepting was the moment when details were
    // shared.
    "offer-accepted": `Accepted by ${company}: ${detail.shared ? "the customer's details were shared with them" : "the customer is asked now"}`,
    "offer-released": `The customer said yes to ${company}: their details were shared with them`,
    "offer-refused": `${REFUSALS[detail.reason as LostReason] ?? "The customer said no"}: the offer to ${company} ended, and the credits went back`,
    "offer-declined": `Declined by ${company}`,
    "offer-expired": `No answer from ${company} in time`,
    "offer-withdrawn":
      detail.reason === "unreached"
        ? `The customer was not reached: the offer to ${company} ended, and the credits went back`
        : `Offer to ${company} withdrawn${detail.by === "auto" ? ": the mail could not be sent" : ""}`,
    "offer-refunded": `Credits given back to ${company}${reason ? `: ${reason}` : ""}`,
  }[kind];
}

const OUTCOMES: Record<string, string> = {
  delivered: "Delivered to the CRM",
  failed: "Delivery failed",
  refused: "The CRM refused the request",
  paused: "The CRM took nothing",
};

function attemptText({ outcome, httpStatus, error }: TimelineSources["attempts"][number]): string {
  const reason = [httpStatus && `HTTP ${httpStatus}`, error].filter(Boolean).join(", ");
  return `${OUTCOMES[outcome] ?? outcome}${reason && outcome !== "delivered" ? `: ${reason}` : ""}`;
}

/** Everything that happened to a request, newest first. */
export function buildTimeline({
  createdAt,
  events,
  notes,
  attempts,
}: TimelineSources): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map(({ id, at, kind, detail, actor }) => ({
      id,
      at,
      text: eventText(kind, detail),
      by: actor,
    })),
    ...notes.map(({ id, createdAt: at, author }) => ({ id, at, text: "Note added", by: author })),
    ...attempts.map((attempt) => ({
      id: attempt.id,
      at: attempt.finishedAt,
      text: attemptText(attempt),
      by: null,
    })),
    { id: "created", at: createdAt, text: "Request received", by: null },
  ];
  return entries.sort((a, b) => b.at.getTime() - a.at.getTime());
}
