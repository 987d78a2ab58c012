import { MINUTE_MS } from "./durations.ts";

/**
 * Work that a process does beside requests. Every process with `ROLE` all or worker runs every job,
 * so a job is safe to run twice and at the same time as on another instance.
 */
export type Job = {
  /** Unique; log lines and notifications name it. */
  id: string;
  /** Pause between two runs. A run that failed is tried again sooner. */
  everyMs: number;
  /** How many runs at once; one by default. */
  lanes?: number;
  /** @param signal aborted when the process stops: end soon, what is left is done after the next start */
  run: (signal: AbortSignal) => Promise<unknown>;
};

/** How often a job that works once a night looks whether it is due. */
export const NIGHTLY_EVERY_MS = 15 * MINUTE_MS;
