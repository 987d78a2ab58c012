import { MINUTE_MS } from "./durations.ts";
import { rateKey } from "./rate-key.ts";

/**
 * With more callers than this in one minute all counts are dropped, which bounds memory.
 */
const MAX_CALLERS = 20_000;

/**
 * Limits the calls of each caller per minute, in this process only: for calls so cheap that a query
 * to the database would cost more than the response.
 * @returns a function that returns whether one more call from this address is allowed
 */
export function createLocalRateLimit(options: {
  perMinute: number;
  now: () => number;
}): (address: string) => boolean {
  let minute = 0;
  const calls = new Map<string, number>();
  return (address) => {
    const current = Math.floor(options.now() / MINUTE_MS);
    if (current !== minute || calls.size > MAX_CALLERS) {
      minute = current;
      calls.clear();
    }
    const caller = rateKey(address);
    const count = (calls.get(caller) ?? 0) + 1;
    calls.set(caller, count);
    return count <= options.perMinute;
  };
}
