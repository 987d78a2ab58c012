import type { LostReason } from "#app/db/tables/inbox.server.ts";
import type { RequestOutcome } from "../customer/close-request.server.ts";

/** What is known of how a request ended; null where nobody knows. */
export type OutcomeFacts = {
  reached: boolean | null;
  connected: boolean | null;
  hired: boolean | null;
  lostReason: LostReason | null;
};

const lost = (
  lostReason: LostReason,
  facts: Partial<Omit<OutcomeFacts, "lostReason">> = {},
): OutcomeFacts => ({ reached: true, connected: null, hired: false, ...facts, lostReason });

/**
 * The answers to "How did it end?", the usual ones first; each records everything at once. The keys
 * are what forms send.
 */
export const OUTCOME_CHOICES = {
  hired: {
    label: "Hired",
    facts: { reached: true, connected: true, hired: true, lostReason: null },
  },
  connected: {
    label: "Connected, hired not known",
    facts: { reached: true, connected: true, hired: null, lostReason: null },
  },
  "not-reached": {
    label: "Never reached",
    facts: lost("not-reached", { reached: false, connected: false }),
  },
  "not-needed": { label: "No longer needed", facts: lost("not-needed") },
  "chose-another": { label: "Chose somebody else", facts: lost("chose-another") },
  "too-expensive": { label: "Too expensive", facts: lost("too-expensive") },
  "no-provider": {
    label: "No professional available",
    facts: lost("no-provider", { connected: false }),
  },
  "outside-area": {
    label: "Outside our area",
    facts: lost("outside-area", { connected: false }),
  },
  spam: { label: "Spam", facts: lost("spam", { reached: null, connected: false }) },
  other: { label: "Something else", facts: lost("other", { reached: null }) },
} as const satisfies Record<string, { label: string; facts: OutcomeFacts }>;

/** How a request ended that its customer ended, as the rest of "Closed: …". */
export const ENDED_BY_CUSTOMER: Record<RequestOutcome, string> = {
  "canceled-by-customer": "the customer canceled",
  "stopped-by-customer": "the customer stopped the search",
};

export type OutcomeChoice = keyof typeof OUTCOME_CHOICES;
export const OUTCOME_KEYS = Object.keys(OUTCOME_CHOICES) as [OutcomeChoice, ...OutcomeChoice[]];
/** How many choices are shown before "More". */
export const USUAL_CHOICES = 4;

/** The choice that recorded these facts. */
export function findChoice({ reached, connected, hired, lostReason }: OutcomeFacts): OutcomeChoice {
  if (hired) return "hired";
  if (lostReason) return lostReason;
  return connected ? "connected" : reached === false ? "not-reached" : "other";
}
