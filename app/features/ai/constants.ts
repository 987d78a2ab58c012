/**
 * What a job of a generator says about itself while it runs; the words are the specification's, in
 * this order.
 */
export const STAGES = {
  preparing: "Preparing comprehensive AI analysis...",
  researching: "Researching common issues and causes...",
  processing: "Processing quiz structure...",
  formatting: "Formatting questions...",
  scenarios: "Generating diagnostic scenarios...",
} as const;
/** The same for articles. */
export const ARTICLE_STAGES = {
  preparing: STAGES.preparing,
  researching: STAGES.researching,
  writing: "Writing the article...",
  checking: "Checking the article...",
} as const;
export type Stage =
  | (typeof STAGES)[keyof typeof STAGES]
  | (typeof ARTICLE_STAGES)[keyof typeof ARTICLE_STAGES];

/** Tells workers, wherever they run, that a job waits. */
export const GENERATION_CHANNEL = "generation_ready";
/** Workers also look by themselves. */
export const GENERATION_POLL_MS = 10_000;
/** Jobs at once in one process: a long one does not keep others waiting. */
export const MAX_PARALLEL_JOBS = 3;

/** A worker that dies is followed by another one after this. */
export const LEASE_MS = 30_000;
export const HEARTBEAT_MS = 8_000;
/** Tries in a row that got nothing further. */
export const MAX_ATTEMPTS = 5;
export const RETRY_PAUSE_MS = 2_000;

/** Generations that one person may start in an hour. */
export const MAX_RUNS_PER_HOUR = 20;
/**
 * Questions to a model that the jobs of one person may ask in a day, also where no prices are
 * known.
 */
export const MAX_CALLS_PER_PERSON_PER_DAY = 600;

export const CANCELLED = "Stopped by a person.";
export const GAVE_UP = `It failed ${MAX_ATTEMPTS} times in a row. Start it again: it goes on where it stopped.`;
