import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

const LATE_MS = 30 * MINUTE_MS;
const OVERDUE_MS = HOUR_MS;

type Waiting = {
  status: string;
  attemptCount: number;
  isMerged: boolean;
  isOptedOut: boolean;
  created: { ms: number };
  snoozedUntil: { ms: number } | null;
};

/** `none`: nobody waits for a first call. */
export type WaitLevel = "none" | "fresh" | "late" | "overdue";

/** How long the customer of a request has waited for a first call: late after 30 minutes. */
export function getWaitLevel(request: Waiting, now: number): WaitLevel {
  const { status, attemptCount, isMerged, isOptedOut, created, snoozedUntil } = request;
  const isSnoozed = snoozedUntil !== null && snoozedUntil.ms > now;
  if (status !== "new" || attemptCount > 0 || isMerged || isOptedOut || isSnoozed) return "none";
  const waited = now - created.ms;
  return waited >= OVERDUE_MS ? "overdue" : waited >= LATE_MS ? "late" : "fresh";
}
