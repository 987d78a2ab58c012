/** How long a window and a visit are. */
export const SLOT_HOURS = 2;
/** The hours of the day at which they may start, in the job's time zone. */
export const SLOT_STARTS = [8, 10, 12, 14, 16, 18] as const;
/** For how many days customers say when they have time, today included. */
export const WINDOW_DAYS = 14;
/** For how many days a visit can be set or moved, today included. */
export const VISIT_DAYS = 60;
/** How many windows a customer may wish for. */
export const MAX_WINDOWS = 3;
/** How often each side may set or move the visit of one request in 24 hours. */
export const CHANGES_PER_DAY = 6;
export const REASON_LENGTH = 300;

/** Value of the provider's choice where no window fits. */
export const NO_WINDOW = "none";

/** Kinds of timeline events about visits; their details are cleared when a person is erased. */
export const WINDOWS_EVENT = "visit-windows";
export const VISIT_EVENTS = [
  "visit-held",
  "visit-booked",
  "visit-moved",
  "visit-canceled",
  "visit-untold",
] as const;
export type VisitEvent = (typeof VISIT_EVENTS)[number];
/** Events after which both sides get a mail with the calendar file. */
export const MAILED_VISIT_EVENTS = ["visit-booked", "visit-moved", "visit-canceled"] as const;

/** Kind of the mails about a visit that was set, moved or canceled after the customer's yes. */
export const VISIT_MAIL = "visit-changed";
