import { getRetryDelay } from "#app/lib/retry-delay.ts";
import { MAX_ATTEMPTS, MAX_RETRY_AFTER_MS, PROBE_INTERVAL_MS } from "../constants.ts";

export type Outcome =
  | { kind: "delivered" }
  | { kind: "refused" }
  | { kind: "paused"; retryAfterMs: number | null }
  | { kind: "failed"; retryAfterMs: number | null };

export type NextDelivery = {
  state: "waiting" | "delivered" | "dead";
  attempts: number;
  nextAttemptAt: Date;
};

/**
 * The next state of an outbox row after a call. Calls that end `paused`, and probes, do not count
 * as attempts.
 * @param attempts made before this call
 * @param options.random from 0 to 1, for the jitter
 */
export function getNextDelivery(
  attempts: number,
  outcome: Outcome,
  options: { probing: boolean; now: Date; random: number },
): NextDelivery {
  const { now, probing, random } = options;
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const spent = attempts + 1;
  if (outcome.kind === "delivered")
    return { state: "delivered", attempts: spent, nextAttemptAt: now };
  if (outcome.kind === "refused") return { state: "dead", attempts: spent, nextAttemptAt: now };
  const retryAfterMs = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  if (outcome.kind === "paused" || probing)
    return {
      state: "waiting",
      attempts,
      nextAttemptAt: inMs(Math.max(retryAfterMs, PROBE_INTERVAL_MS)),
    };
  if (spent >= MAX_ATTEMPTS) return { state: "dead", attempts: spent, nextAttemptAt: now };
  return {
    state: "waiting",
    attempts: spent,
    nextAttemptAt: inMs(Math.max(retryAfterMs, getRetryDelay(spent, random))),
  };
}
