/** Progress messages of a generation job, in this order. The strings are the specification's. */
export const STAGES = {
  preparing: "Preparing comprehensive AI analysis...",
  researching: "Researching common issues and causes...",
  processing: "Processing quiz structure...",
  formatting: "Formatting questions...",
  scenarios: "Generating diagnostic scenarios...",
} as const;
/** Progress messages of an article job. */
export const ARTICLE_STAGES = {
  preparing: STAGES.preparing,
  researching: STAGES.researching,
  writing: "Writing the article...",
  checking: "Checking the article...",
} as const;
export type Stage =
  | (typeof STAGES)[keyof typeof STAGES]
  | (typeof ARTICLE_STAGES)[keyof typeof ARTICLE_STAGES];

/** Notifies workers of every process that a job is waiting. */
export const GENERATION_CHANNEL = "generation_ready";
/** Workers also poll. */
export const GENERATION_POLL_MS = 10_000;
/** Jobs that run in parallel in one process, so that a long one does not block others. */
export const MAX_PARALLEL_JOBS = 3;

/** After this long, another worker takes over the job of a crashed one. */
export const LEASE_MS = 30_000;
export const HEARTBEAT_MS = 8_000;
/** Attempts in a row without progress. */
export const MAX_ATTEMPTS = 5;
export const RETRY_PAUSE_MS = 2_000;

/** Generations that a staff member may start per hour. */
export const MAX_RUNS_PER_HOUR = 20;
/** Model calls per day that the jobs of one person may make, even when no prices are configured. */
export const MAX_CALLS_PER_PERSON_PER_DAY = 600;

export const CANCELLED = "Stopped by a person.";
export const GAVE_UP = `It failed ${MAX_ATTEMPTS} times in a row. Start it again: it resumes where it stopped.`;
