import type { JobContext } from "#app/app-context.ts";
import { HOUR_MS, SECOND_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { removePrivateFiles } from "./remove-files.server.ts";
import { sweepPrivateFiles } from "./sweep-files.server.ts";

/** Removes photos and papers from object storage once their rows are gone, and finds those without. */
export const privateFileJobs = (context: JobContext): Job[] => [
  {
    id: "remove-private-files",
    everyMs: 10 * SECOND_MS,
    run: (signal) => removePrivateFiles(context, signal),
  },
  { id: "sweep-private-files", everyMs: 6 * HOUR_MS, run: () => sweepPrivateFiles(context) },
];
