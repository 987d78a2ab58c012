import type { JobContext } from "#app/app-context.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { deleteOldMailFiles } from "./mail-files.server.ts";

/** Deletes old mails of a site without a mail server. */
export const mailJobs = (context: JobContext): Job[] => [
  { id: "delete-mail-files", everyMs: HOUR_MS, run: () => deleteOldMailFiles(context) },
];
