import type { BlockList } from "node:net";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { isTrustedProxy } from "./client-address.ts";

const MAX_CALLERS = 20_000;

type Options = { perMinute: number; burst: number; proxies: BlockList; now?: () => number };

/**
 * Limits the requests of one caller in this process: `burst` at once, `perMinute` in the long run.
 * A trusted proxy that names no client stands for many and has no limit.
 * @returns a function that returns whether one more request from this address is allowed
 */
export function createAddressLimiter({
  perMinute,
  burst,
  proxies,
  now = () => performance.now(),
}: Options): (address: string) => boolean {
  /** When a caller has its full burst again. */
  const fullAt = new Map<string, number>();
  const msPerRequest = MINUTE_MS / perMinute;
  return (address) => {
    if (isTrustedProxy(address, proxies)) return true;
    const at = now();
    const caller = rateKey(address);
    const full = Math.max(fullAt.get(caller) ?? at, at);
    if (full - at > (burst - 1) * msPerRequest) return false;
    if (fullAt.size >= MAX_CALLERS) deleteIdleCallers(fullAt, at);
    fullAt.set(caller, full + msPerRequest);
    return true;
  };
}

/** Forgets callers with a full burst; where all are active, it forgets all, to bound the memory. */
function deleteIdleCallers(fullAt: Map<string, number>, at: number): void {
  for (const [caller, full] of fullAt) if (full <= at) fullAt.delete(caller);
  if (fullAt.size >= MAX_CALLERS) fullAt.clear();
}
