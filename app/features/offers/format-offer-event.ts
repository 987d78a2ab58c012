import { describeStaffLink } from "#app/features/requests/customer/constants.ts";
import { formatMoney } from "#app/lib/format-values.ts";
import { describeRefund, type EndReason } from "./constants.ts";
import { describeClaim } from "./disputes/constants.ts";
import {
  JOB_STAGE_LABELS,
  type JobStage,
  NOT_HIRED_REASONS,
  type NotHiredReason,
} from "./portal/job-stages.ts";
import { formatVisitEvent } from "./visits/format-visit-event.ts";

const END_TEXTS: Record<Exclude<EndReason, "unreached" | "closed">, string> = {
  stopped: "The customer said stop before a yes",
  erased: "The customer was erased before a yes",
  another: "The customer said no and asked for another professional",
  "stop-looking": "The customer said no and wants nobody else",
  canceled: "The customer canceled the request",
  unverified: "The company's verification ended before the customer's yes",
};

/** Why an accepted offer ended without a yes. */
export const formatEndReason = (reason: unknown): string =>
  END_TEXTS[reason as keyof typeof END_TEXTS] ?? "The customer said no";

function formatWithdrawal(company: string, detail: Record<string, unknown>): string {
  const { reason, wasAccepted } = detail;
  const ended = `the offer to ${company} ended, and the credits went back`;
  if (reason === "unreached") return `The customer was not reached: ${ended}`;
  if (reason !== "closed") return `Offer to ${company} withdrawn${formatCause(detail)}`;
  return `${
    wasAccepted
      ? `The request was closed before the customer's yes: ${ended}`
      : `Offer to ${company} withdrawn: the request was closed`
  }. Opening it again does not bring the offer back`;
}

function formatCause({ reason, by }: Record<string, unknown>): string {
  if (reason === "canceled") return ": the customer canceled the request";
  if (reason === "stopped") return ": the customer asked this company to stop";
  return by === "auto" ? ": the email could not be sent" : "";
}

/** What a provider said of a job with the customer's yes. */
function formatJobStage(company: string, { stage, reason, paid }: Record<string, unknown>): string {
  const label = JOB_STAGE_LABELS[stage as JobStage] ?? "No change";
  const why = NOT_HIRED_REASONS[reason as NotHiredReason];
  const amount = typeof paid === "number" ? `, paid ${formatMoney(paid)}` : "";
  return `${company} says: ${label.toLowerCase()}${why ? ` (${why.toLowerCase()})` : ""}${amount}`;
}

/** Describes an offer's event for a request's timeline; undefined for other kinds of events. */
export function formatOfferEvent(
  kind: string,
  detail: Record<string, unknown>,
): string | undefined {
  const company = String(detail.company || "a provider");
  const reason = describeRefund(detail.reason);
  return (
    {
      offered: `Offered to ${company}${detail.by === "auto" ? " automatically" : ""}`,
      // Old events: accepting used to share the details at once.
      "offer-accepted": `Accepted by ${company}: ${detail.shared ? "the customer's details were shared with them" : "the customer is asked now"}`,
      "offer-released": `The customer said yes to ${company}${detail.by === "customer" ? ` on their page${describeStaffLink(detail.link)}` : ""}: their details were shared with them`,
      "offer-refused": `${formatEndReason(detail.reason)}: the offer to ${company} ended, and the credits went back`,
      "offer-declined": `Declined by ${company}`,
      "offer-expired": `No answer from ${company} in time`,
      "offer-withdrawn": formatWithdrawal(company, detail),
      "approval-untold": `${company} could not be told by email that the customer said yes: call them`,
      "message-untold": `${company} could not be sent a message by email: call them`,
      "stop-told": `${company} was told by email that the customer asked to stop`,
      "stop-untold": `${company} could not be told by email that the customer asked to stop: call them`,
      "cancel-told": `${company} was told by email that the customer canceled`,
      "cancel-untold": `${company} could not be told by email that the customer canceled: call them`,
      "closing-told": `${company} was told by email that we closed the request`,
      "closing-untold": `${company} could not be told by email that we closed the request: call them`,
      "erasure-noted": `The customer was erased: ${company} had their details and has to delete them`,
      "erasure-told": `${company} was asked by email to delete the customer's details`,
      "erasure-untold": `${company} could not be asked by email to delete the customer's details: call them`,
      "job-stage": formatJobStage(company, detail),
      "dispute-opened": `${company} disputes the offer: ${describeClaim(detail.reason)}. A person has to decide`,
      "dispute-granted":
        detail.by === "facts"
          ? `${company} disputed the offer, and our own records prove it: ${describeClaim(detail.reason)}`
          : `The dispute of ${company} was granted: ${describeClaim(detail.reason)}`,
      "dispute-settled": `The credits went back while ${company} waited for a decision, so their dispute was granted`,
      "dispute-refused": `The dispute of ${company} was refused: ${describeClaim(detail.reason)}`,
      "dispute-untold": `${company} could not be told by email how their dispute was decided: call them`,
      "offer-refunded": `Credits given back to ${company}${reason ? `: ${reason}` : ""}`,
    }[kind] ?? formatVisitEvent(kind, detail)
  );
}
