import type { ListedRequest } from "#app/features/requests/inbox/loaders.server.ts";

/** In Atlanta, on a Tuesday. */
export const NOON = Date.parse("2026-01-13T17:00:00Z");

/** A request of the list whose customer may be called at noon. */
export const LISTED_REQUEST: ListedRequest = {
  id: "1",
  name: "Jordan",
  phone: "(404) 555-0100",
  email: null,
  serviceType: "Plumbing",
  projectType: "-",
  projectSize: "-",
  problem: null,
  status: "new",
  flags: [],
  isEmergency: false,
  assigneeId: null,
  attemptCount: 0,
  recentAt: [],
  isReturned: false,
  isMerged: false,
  snoozedUntil: null,
  wokeAt: null,
  sync: null,
  isOptedOut: false,
  isWrongNumber: false,
  hasNewMessage: false,
  waitingFor: null,
  phoneHref: "tel:+14045550100",
  mailHref: null,
  place: "Atlanta, GA 30301",
  created: { ms: NOON - 40 * 60_000, exact: "" },
  calling: [{ state: "GA", zones: ["America/New_York"] }],
};
