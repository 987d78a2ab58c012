/** What is counted of a visit, in the order in which visitors come by. Nothing else is. */
export const FUNNEL_EVENTS = ["page-view", "wizard-opened", "wizard-step-1", "wizard-step-2", "wizard-step-3", "wizard-step-4", "wizard-submitted"] as const;
export type FunnelEvent = (typeof FUNNEL_EVENTS)[number];

/** A name and the JSON around it need no more, in bytes. */
export const MAX_EVENT_BYTES = 200;

/** Counts wait so long in memory before they are stored together. */
export const FLUSH_EVERY_MS = 2_000;
