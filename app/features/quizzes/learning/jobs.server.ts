import type { JobContext } from "#app/app-context.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { proposeWeights } from "./propose-weights.server.ts";

/** Puts weights that the recorded causes suggest into the review of their quizzes. */
export const learningJobs = ({ db, now }: Pick<JobContext, "db" | "now">): Job[] => [
  {
    id: "learn-weights",
    everyMs: HOUR_MS,
    run: (signal) => proposeWeights(db, { now: now(), signal }),
  },
];
