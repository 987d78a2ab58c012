import { ATTEMPT_CHANNELS, type AttemptChannel, type AttemptRule, DIAL_MS } from "./constants.ts";

/** Why a call was made in spite of a rule. */
type GivenReason = { rule: AttemptRule; text: string };
/** A call or text that staff started from this tab and have not logged yet; `at` in ms since 1970. */
export type DialedCall = { channel: AttemptChannel; at: number; reason?: GivenReason };

/**
 * The latest one of each request, only in this tab's memory: a reason that was given before dialing
 * is not asked for again when that call is logged. The next call needs its own.
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

/** The channel of what was dialed last, within the last hour. */
export const findDialedChannel = (requestId: string, now: number): AttemptChannel | null =>
  ATTEMPT_CHANNELS.find((channel) => findDialed(requestId, { channel, now })) ?? null;

/** The reason that was given for a call, where it is about this rule. */
export const getGivenReason = (
  call: DialedCall | undefined,
  rule: AttemptRule,
): string | undefined => (call?.reason?.rule === rule ? call.reason.text : undefined);

/** Forgets what was dialed, once it is logged. */
export function forgetDialed(requestId: string): void {
  dialedCalls.delete(requestId);
}
