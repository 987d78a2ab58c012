import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseDown } from "#app/lib/errors.server.ts";

type Patience = {
  pauseMs: number;
  /** No new try begins after this time, or after so many. */
  forMs?: number;
  maxTries?: number;
  /** Before each new try. */
  onRetry?: (failedTries: number) => void;
};

/**
 * Runs `work` again while the database is down. Each failure may have happened after a commit, of which
 * only the answer was lost: repeating `work` must change nothing more.
 * @throws the last error, if the database is still down then
 */
export async function retryWhileDown<T>(
  work: () => Promise<T>,
  {
    pauseMs,
    forMs = Number.POSITIVE_INFINITY,
    maxTries = Number.POSITIVE_INFINITY,
    onRetry,
  }: Patience,
): Promise<T> {
  const deadline = performance.now() + forMs;
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      const isOver = tries >= maxTries || performance.now() + pauseMs > deadline;
      if (isOver || !isDatabaseDown(error)) throw error;
      onRetry?.(tries);
      await wait(pauseMs);
    }
}
