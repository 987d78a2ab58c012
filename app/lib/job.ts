import { MINUTE_MS } from "./durations.ts";

/**
 * Background work. Every process with `ROLE` all or worker runs every job,
 * so a job must be safe to run twice, and at the same time on several instances.
 */
export type Job = {
  /** Unique; log lines and notifications name it. */
  id: string;
  /** Pause between two runs. A run that failed is tried again sooner. */
  everyMs: number;
  /** How many runs of this process may overlap; one by default. */
  concurrency?: number;
  /** @param signal aborted when the process stops: end soon and leave the rest to the next start */
  run: (signal: AbortSignal) => Promise<unknown>;
};

/** How often a nightly job checks whether it is due. */
export const NIGHTLY_EVERY_MS = 15 * MINUTE_MS;
