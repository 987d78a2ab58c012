import type { JobContext } from "#app/app-context.ts";
import type { Job } from "#app/lib/job.ts";
import { TEXTS_EVERY_MS } from "./constants.ts";
import { sendDueTexts } from "./send-due-texts.server.ts";

/** Texts customers whose job a company can take, where texts are set up and on. */
export const textJobs = (context: JobContext): Job[] => [
  {
    id: "customer-texts",
    everyMs: TEXTS_EVERY_MS,
    run: (signal) => sendDueTexts({ ...context, random: Math.random }, signal),
  },
];
