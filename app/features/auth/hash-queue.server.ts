import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Each hash needs 46 MiB: running more at once would let a burst of sign-ins exhaust the memory.
 */
const MAX_RUNNING = 2;
/** Slots reserved for known callers: a flood of invented email addresses must not delay staff. */
const RESERVED_FOR_KNOWN = 1;
/** About a second of waiting. A longer queue would slow down requests of visitors. */
const MAX_WAITING = 20;

/** The queue is full. */
export class HashQueueFullError extends Error {}

/** The result of work that hashes passwords, or `busy` where the queue is full and nothing ran. */
export async function withBusyFallback<T, B>(work: () => Promise<T>, busy: B): Promise<T | B> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HashQueueFullError) return busy;
    throw error;
  }
}

type Queue = { maxRunning: number; waiting: (() => void)[] };

/**
 * A queue for work that needs much memory: known callers go first, and one slot is reserved for
 * them.
 */
export function createHashQueue() {
  const known: Queue = { maxRunning: MAX_RUNNING, waiting: [] };
  const unknown: Queue = { maxRunning: MAX_RUNNING - RESERVED_FOR_KNOWN, waiting: [] };
  const callers = new AsyncLocalStorage<Queue>();
  let running = 0;

  const startNext = () => {
    const queue = [known, unknown].find(
      ({ maxRunning, waiting }) => running < maxRunning && waiting.length > 0,
    );
    if (!queue) return;
    running += 1;
    queue.waiting.shift()?.();
  };

  return {
    /**
     * Runs work for a caller who has a session, a valid link, or a browser that this person has
     * signed in from before.
     */
    runAsKnownCaller: <T>(work: () => Promise<T>): Promise<T> => callers.run(known, work),
    /** @throws HashQueueFullError where the queue is full */
    async enqueue<T>(work: () => Promise<T>): Promise<T> {
      const queue = callers.getStore() ?? unknown;
      if (running < queue.maxRunning) running += 1;
      else if (queue.waiting.length >= MAX_WAITING)
        throw new HashQueueFullError("too many passwords wait to be hashed");
      else await new Promise<void>((start) => queue.waiting.push(start));
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
