import type { OfferState } from "#app/db/tables/offers.server.ts";

/** Where a request stands, in the customer's words. */
export type Stage =
  | "received"
  | "looking"
  | "asking"
  | "connected"
  | "done"
  | "closed"
  | "canceled"
  | "company-stopped"
  | "stopped";

type StageInput = {
  status: "new" | "contacted" | "closed";
  outcome: "canceled-by-customer" | "stopped-by-customer" | null;
  /** The customer stopped all contact, and not just our own messages. */
  isStopped: boolean;
  offers: readonly {
    state: OfferState;
    approvedAt: Date | null;
    jobStatus: string | null;
    isStopped: boolean;
  }[];
};

/** The stage of a request; `asking`: a company can take it, and waits for the customer's answer. */
export function getStage({ status, outcome, isStopped, offers }: StageInput): Stage {
  const accepted = offers.find(({ state }) => state === "accepted");
  const isConnected = accepted?.approvedAt != null;
  if (outcome) return "canceled";
  if (isConnected && (status === "closed" || accepted.jobStatus === "completed")) return "done";
  if (isStopped) return "stopped";
  if (status === "closed") return "closed";
  if (isConnected && accepted.isStopped) return "company-stopped";
  if (isConnected) return "connected";
  if (accepted) return "asking";
  return offers.length > 0 ? "looking" : "received";
}
