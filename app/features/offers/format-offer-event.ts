import { type OptOutReason, REFUND_REASONS, type RefundReason } from "./constants.ts";

const OPT_OUT_TEXTS: Record<OptOutReason, string> = {
  stopped: "The customer said stop before a yes",
  erased: "The customer was erased before a yes",
};

/** Describes an offer's event for a request's timeline; undefined for other kinds of events. */
export function formatOfferEvent(
  kind: string,
  detail: Record<string, unknown>,
): string | undefined {
  const company = String(detail.company || "a provider");
  const reason = REFUND_REASONS[detail.reason as RefundReason];
  return {
    offered: `Offered to ${company}${detail.by === "auto" ? " automatically" : ""}`,
    // Old events: accepting used to share the details at once.
    "offer-accepted": `Accepted by ${company}: ${detail.shared ? "the customer's details were shared with them" : "the customer is asked now"}`,
    "offer-released": `The customer said yes to ${company}: their details were shared with them`,
    "offer-refused": `${OPT_OUT_TEXTS[detail.reason as OptOutReason] ?? "The customer said no"}: the offer to ${company} ended, and the credits went back`,
    "offer-declined": `Declined by ${company}`,
    "offer-expired": `No answer from ${company} in time`,
    "offer-withdrawn":
      detail.reason === "unreached"
        ? `The customer was not reached: the offer to ${company} ended, and the credits went back`
        : `Offer to ${company} withdrawn${detail.by === "auto" ? ": the mail could not be sent" : ""}`,
    "offer-refunded": `Credits given back to ${company}${reason ? `: ${reason}` : ""}`,
  }[kind];
}
