import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseDown } from "#app/lib/errors.server.ts";

/** Longer than a pooler takes to restart, shorter than visitors wait for an answer. */
const RETRY_FOR_MS = 3_000;
const PAUSE_MS = 200;

/**
 * Runs `work` again while the database is down, so that a short outage is only a slow answer. Each
 * failure may have happened after the commit: repeating `work` must change nothing more.
 * @throws the last error, if the database is still down after three seconds
 */
export async function retryWhileDown<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_FOR_MS;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() + PAUSE_MS > deadline) throw error;
      await wait(PAUSE_MS);
    }
}
