import type { JobContext } from "#app/app-context.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { PUSH_JOB, PUSHES_EVERY_MS } from "./constants.ts";
import { deleteOldMessages } from "./pushes.sql.ts";
import { type ListRecipients, listEveryone } from "./queue-pushes.server.ts";
import { type FindOfferFacts, sendPushes } from "./send-pushes.server.ts";

const MESSAGE_DAYS = 7;

/**
 * Tells staff's browsers of emergencies, and those of staff and providers of what others queued. Two
 * lanes, so that one push service that does not answer holds nothing up.
 * @param options.listRecipients who is notified of emergencies; by default everybody who may be
 */
export const pushJobs = (
  context: JobContext,
  options: { listRecipients?: ListRecipients; findOfferFacts: FindOfferFacts },
): Job[] => [
  {
    id: PUSH_JOB,
    everyMs: PUSHES_EVERY_MS,
    concurrency: 2,
    run: (signal) =>
      sendPushes(
        { ...context, listRecipients: listEveryone, ...options, random: Math.random },
        signal,
      ),
  },
  {
    id: "delete-old-pushes",
    everyMs: HOUR_MS,
    run: () =>
      deleteOldMessages.run(context.db, {
        before: new Date(context.now().getTime() - MESSAGE_DAYS * DAY_MS),
      }),
  },
];
