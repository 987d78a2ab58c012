export const JOB_STAGES = ["started", "done", "not-hired"] as const;
export type JobStage = (typeof JOB_STAGES)[number];
export const JOB_STAGE_LABELS: Record<JobStage, string> = {
  started: "Work started",
  done: "Done",
  "not-hired": "Not hired",
};

/** Why a customer did not hire the provider; the keys are stored. */
export const NOT_HIRED_REASONS = {
  price: "The price",
  timing: "The timing",
  "chose-another": "They chose somebody else",
  "solved-itself": "The problem was solved without us",
  "not-reached": "We never reached them",
  "wrong-job": "It is not work that we do",
  other: "Something else",
} as const;
export type NotHiredReason = keyof typeof NOT_HIRED_REASONS;

/** The lists of jobs: `open` ones wait for an answer, a visit or the end of the work. */
export const JOB_LISTS = ["open", "done", "not-hired", "all"] as const;
export type JobList = (typeof JOB_LISTS)[number];

/** Kind of the timeline event when a provider says where a job stands. */
export const JOB_STAGE_EVENT = "job-stage";
export const MAX_PAID_AMOUNT = 1_000_000;
