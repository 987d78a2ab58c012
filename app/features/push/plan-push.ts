import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { PUSH_MAX_AGE_MS, type PushKind } from "./constants.ts";
import { findQuietEnd, isQuiet } from "./quiet-hours.ts";

/** What is known of a queued notification when it is about to be sent. */
export type PushFacts = {
  kind: PushKind;
  occurredAt: Date;
  /** Whether the person has access to what it is about. */
  hasAccess: boolean | null;
  /** Whether the person chose to be told of this. */
  isWanted: boolean;
  isStale: boolean | null;
  /** When what it is about ends, if that is sooner than it stops being news. */
  endsAt?: Date | null;
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
  alarmsWhenQuiet: boolean | null;
};

export type PushPlan =
  | { kind: "send"; ttlSeconds: number }
  /** The quiet hours end while it is still news. */
  | { kind: "later"; at: Date }
  | { kind: "drop"; reason: "no-access" | "unwanted" | "stale" | "late" | "quiet-hours" };

const FIRST_DELAY_MS = 5 * SECOND_MS;
const GROWTH = 2;
const MAX_DELAY_MS = 5 * MINUTE_MS;
const JITTER = 0.1;

/** Alarms: what cannot wait for the morning. That a request came back can. */
const isAlarm = (kind: PushKind) => kind !== "returned";

/** Until when a notification is news. */
export const getExpiry = ({ occurredAt, endsAt }: Pick<PushFacts, "occurredAt" | "endsAt">): Date =>
  new Date(Math.min(occurredAt.getTime() + PUSH_MAX_AGE_MS, endsAt?.getTime() ?? Infinity));

/** Whether a notification is sent now, later or not at all. */
export function planPush(facts: PushFacts, now: Date): PushPlan {
  if (!facts.hasAccess) return { kind: "drop", reason: "no-access" };
  if (!facts.isWanted) return { kind: "drop", reason: "unwanted" };
  if (facts.isStale) return { kind: "drop", reason: "stale" };
  const expiry = getExpiry(facts);
  const ttlSeconds = Math.floor((expiry.getTime() - now.getTime()) / SECOND_MS);
  if (ttlSeconds <= 0) return { kind: "drop", reason: "late" };
  const { quietFrom: from, quietTo: to, timeZone } = facts;
  const isExempt = facts.alarmsWhenQuiet && isAlarm(facts.kind);
  if (from === null || to === null || timeZone === null || isExempt)
    return { kind: "send", ttlSeconds };
  const hours = { from, to, timeZone };
  if (!isQuiet(now, hours)) return { kind: "send", ttlSeconds };
  const at = findQuietEnd(now, hours, expiry);
  return at ? { kind: "later", at } : { kind: "drop", reason: "quiet-hours" };
}

/**
 * How long to wait after a failed attempt: from five seconds to five minutes, because the message is
 * worth little after half an hour.
 * @param attempt number of the attempt that failed, from 1
 * @param random from 0 to 1
 */
export function getPushRetryDelay(attempt: number, random: number): number {
  const base = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * GROWTH ** (attempt - 1));
  return Math.round(base * (1 + JITTER * random));
}
