import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Each hash needs 46 MiB: running more at once would let a burst of sign-ins exhaust the memory.
 */
const MAX_RUNNING = 2;
/** Slots reserved for known callers: a flood of invented e-mail addresses must not delay staff. */
const RESERVED_FOR_KNOWN = 1;
/** About a second of waiting. A longer queue would slow down requests of visitors. */
const MAX_WAITING = 20;

/** The queue is full. */
export class HashQueueFullError extends Error {}

/**
 * The result of work with passwords, or `busy` where the queue is full: then no password was
 * checked.
 */
export async function withBusyFallback<T, B>(work: () => Promise<T>, busy: B): Promise<T | B> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HashQueueFullError) return busy;
    throw error;
  }
}

type Queue = { most: number; waiting: (() => void)[] };

/**
 * A queue for work that needs much memory: known callers go first, and one slot is reserved for
 * them.
 */
export function createHashQueue() {
  const known: Queue = { most: MAX_RUNNING, waiting: [] };
  const strangers: Queue = { most: MAX_RUNNING - RESERVED_FOR_KNOWN, waiting: [] };
  const callers = new AsyncLocalStorage<Queue>();
  let running = 0;

  const startNext = () => {
    const line = [known, strangers].find(
      ({ most, waiting }) => running < most && waiting.length > 0,
    );
    if (!line) return;
    running += 1;
    line.waiting.shift()?.();
  };

  return {
    /**
     * Runs work for a caller who has a session, a valid link, or a browser that this person has
     * signed in from before.
     */
    asKnownCaller: <T>(work: () => Promise<T>): Promise<T> => callers.run(known, work),
    /** @throws TooManyHashes where the queue is full */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      const line = callers.getStore() ?? strangers;
      if (running < line.most) running += 1;
      else if (line.waiting.length >= MAX_WAITING)
        throw new HashQueueFullError("too many passwords wait to be looked at");
      else await new Promise<void>((go) => line.waiting.push(go));
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
