import type { Tone } from "#app/components/ui/badge.tsx";
import type { OfferState } from "#app/db/tables/offers.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { JOB_STAGE_LABELS, type JobStage } from "./job-stages.ts";

export type OfferStatus = { label: string; tone: Tone };
type Described = {
  state: OfferState;
  expiresAt: Date;
  approvedAt: Date | null;
  refundedAt: Date | null;
  stage: JobStage | null;
  isCanceled: boolean;
};

const ENDED: Record<Exclude<OfferState, "open" | "accepted">, OfferStatus> = {
  declined: { label: "You declined", tone: "plain" },
  expired: { label: "Time ran out", tone: "plain" },
  withdrawn: { label: "No longer available", tone: "plain" },
  "customer-declined": { label: "No yes, credits back", tone: "plain" },
};

/** Where an offer or a job stands, in a few words. */
export function describeStatus(offer: Described, now: Date): OfferStatus {
  const { state, approvedAt, stage, isCanceled, refundedAt } = offer;
  if (state === "open")
    return offer.expiresAt > now
      ? { label: `${formatMinutesLeft(offer.expiresAt, now)} left`, tone: "warm" }
      : ENDED.expired;
  if (state === "withdrawn" && refundedAt)
    return { label: "Not reached or closed, credits back", tone: "plain" };
  if (state !== "accepted") return ENDED[state];
  if (!approvedAt) return { label: "Waiting for a yes", tone: "plain" };
  if (stage) return { label: JOB_STAGE_LABELS[stage], tone: stage === "done" ? "calm" : "plain" };
  if (isCanceled) return { label: "Customer canceled", tone: "plain" };
  return refundedAt
    ? { label: "Credits back", tone: "plain" }
    : { label: "Customer said yes", tone: "calm" };
}

/** At least one: the time is over when nothing is left. */
export const formatMinutesLeft = (expiresAt: Date, now: Date): string =>
  formatQuantity(
    Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE_MS)),
    "minute",
  );
