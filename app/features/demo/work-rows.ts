import { DEFAULT_OFFER_COST, OFFER_MINUTES } from "#app/features/offers/constants.ts";
import type { OutcomeFacts } from "#app/features/requests/outcomes/choices.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { Random } from "./seeded-random.ts";

/** The actor of demo offers. */
export const DEMO_ACTOR = "demo";
export const toIso = (ms: number) => new Date(ms).toISOString();

type JobStatus = "in_progress" | "completed" | "other";
export type OfferRow = ReturnType<typeof buildOffer>;

export type Homeowner = {
  id: string;
  name: string;
  email: string | null;
  phone: string;
  setup_completed: boolean;
  is_demo: true;
  created_at: string;
};
type WorkEvent = {
  id: string;
  request_id: string;
  at: string;
  actor_id: string | null;
  kind: string;
  detail: Record<string, unknown>;
};
type AttemptRow = {
  id: string;
  request_id: string;
  actor_id: string | null;
  at: string;
  channel: "call" | "text" | "email";
  result: "reached" | "no-answer" | "voicemail" | "sent";
  rule: "hours" | null;
  reason: string | null;
};
type OutcomeRow = Omit<OutcomeFacts, "lostReason"> & {
  lost_reason: OutcomeFacts["lostReason"];
  request_id: string;
  /** Dollars. */
  value: number | null;
  recorded_by: null;
  recorded_at: string;
};
export type DemoAttempt = Pick<AttemptRow, "channel" | "result"> & { at: number };
export type Notification = {
  id: string;
  channel: "email" | "sms";
  kind: string;
  recipient_id: string | null;
  subject_id: string | null;
  sent_at: string;
  is_demo: true;
};

export type JobRow = {
  id: string;
  service_type: string;
  status: JobStatus;
  homeowner_id: string;
  provider_id: string;
  request_id: string;
  is_demo: true;
  created_at: string;
};
export type BidRow = {
  id: string;
  provider_id: string;
  job_id: string;
  status: "accepted" | "declined";
  amount: number;
  is_demo: true;
  created_at: string;
};

/** Rows of what staff, providers and customers did with requests. */
export type DemoWork = ReturnType<typeof createEmptyWork>;
export const createEmptyWork = () => ({
  events: [] as WorkEvent[],
  attempts: [] as AttemptRow[],
  outcomes: [] as OutcomeRow[],
  notes: [] as {
    id: string;
    request_id: string;
    author_id: string | null;
    text: string;
    created_at: string;
  }[],
  homeowners: [] as Homeowner[],
  jobs: [] as JobRow[],
  bids: [] as BidRow[],
  unlocks: [] as {
    id: string;
    provider_id: string;
    bid_id: string;
    amount_paid: number;
    paid_at: string;
    is_demo: true;
  }[],
  offers: [] as OfferRow[],
  notifications: [] as Notification[],
});

export function buildOffer(
  random: Random,
  { request, providerId, at }: { request: DemoRequest; providerId: string; at: number },
) {
  const id = random.uuidAt(at);
  return {
    id,
    request_id: request.id,
    provider_id: providerId,
    state: "open" as "open" | "accepted" | "declined" | "expired" | "customer-declined",
    // No token has this hash, so no link opens the offer.
    token_hash: `demo-${id}`,
    cost: DEFAULT_OFFER_COST,
    job_id: null as string | null,
    bid_id: null as string | null,
    offered_by: DEMO_ACTOR,
    created_at: toIso(at),
    expires_at: toIso(at + OFFER_MINUTES * MINUTE_MS),
    decided_at: null as string | null,
    customer_approved_at: null as string | null,
    customer_approval_recorded_by: null as string | null,
    contact_until: null as string | null,
    refund_reason: null as string | null,
    refunded_at: null as string | null,
  };
}
