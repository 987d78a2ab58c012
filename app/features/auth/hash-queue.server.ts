import { AsyncLocalStorage } from "node:async_hooks";

/** Each hash takes its 46 MiB: more at once would let a burst of sign-ins use up the memory. */
const AT_ONCE = 2;
/**
 * Of these, so many are for known callers alone: a flood of made-up e-mails must not hold up staff.
 */
const KEPT_FOR_KNOWN = 1;
/** A second of waiting. Who comes after that would only hold up what visitors send. */
const MAX_WAITING = 20;

/** More passwords are being looked at than is good for everything else. */
export class TooManyHashes extends Error {}

/**
 * What the work with passwords returns, or `busy` where too many wait already: then no password was
 * looked at.
 */
export async function unlessBusy<T, B>(work: () => Promise<T>, busy: B): Promise<T | B> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyHashes) return busy;
    throw error;
  }
}

type Line = { most: number; waiting: (() => void)[] };

/** Turns of work that takes much memory: known callers go first, and one place is theirs alone. */
export function createHashTurns() {
  const known: Line = { most: AT_ONCE, waiting: [] };
  const strangers: Line = { most: AT_ONCE - KEPT_FOR_KNOWN, waiting: [] };
  const callers = new AsyncLocalStorage<Line>();
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
     * Runs work for somebody who has a session, a valid link, or a browser that this person has
     * signed in from before.
     */
    asKnownCaller: <T>(work: () => Promise<T>): Promise<T> => callers.run(known, work),
    /** @throws TooManyHashes where too many wait already */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      const line = callers.getStore() ?? strangers;
      if (running < line.most) running += 1;
      else if (line.waiting.length >= MAX_WAITING)
        throw new TooManyHashes("too many passwords wait to be looked at");
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
