import { type AttemptChannel, DIAL_MS } from "./constants.ts";

/** A call or text that staff started from this tab and have not logged yet; `at` in ms since 1970. */
export type DialedCall = { channel: AttemptChannel; at: number; reason: string | undefined };

/**
 * The latest one of each request, only in this tab's memory: a reason that was given before dialing
 * is not asked for again when the call is logged.
 */
const dialedCalls = new Map<string, DialedCall>();

export function rememberDialed(requestId: string, call: DialedCall): void {
  dialedCalls.set(requestId, call);
}

/** What was dialed on this channel within the last hour. */
export function findDialed(
  requestId: string,
  { channel, now }: { channel: AttemptChannel; now: number },
): DialedCall | undefined {
  const call = dialedCalls.get(requestId);
  return call?.channel === channel && call.at > now - DIAL_MS ? call : undefined;
}

/** Forgets what was dialed, once it is logged. */
export function forgetDialed(requestId: string): void {
  dialedCalls.delete(requestId);
}
