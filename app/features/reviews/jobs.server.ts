import type { JobContext } from "#app/app-context.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { askForReviews } from "./ask-for-reviews.server.ts";

/** Asks customers for a review some time after their request was closed. */
export const reviewJobs = ({ db, now }: Pick<JobContext, "db" | "now">): Job[] => [
  {
    id: "ask-for-reviews",
    everyMs: 10 * MINUTE_MS,
    run: (signal) => askForReviews(db, { now: now(), signal }),
  },
];
