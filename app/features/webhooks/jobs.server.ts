import type { JobContext } from "#app/app-context.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { LOG_DAYS, SEND_EVERY_MS } from "./constants.ts";
import { deleteOldEvents } from "./deliveries.sql.ts";
import { sendDueMessages } from "./send-due.server.ts";

const DELETE_BATCH = 5_000;
/** Lanes, so that an endpoint that does not answer holds the others up for seconds at most. */
const LANES = 3;

/** Tells other programs what happened, and forgets it after a while. */
export const webhookJobs = (context: JobContext): Job[] => [
  {
    id: "send-webhooks",
    everyMs: SEND_EVERY_MS,
    concurrency: LANES,
    async run(signal) {
      await context.clock.measure();
      const timed = { ...context, now: context.clock.now, random: Math.random };
      return sendDueMessages(timed, signal);
    },
  },
  {
    id: "delete-old-webhooks",
    everyMs: HOUR_MS,
    async run(signal) {
      const before = new Date(context.now().getTime() - LOG_DAYS * DAY_MS);
      let deleted = DELETE_BATCH;
      while (deleted === DELETE_BATCH && !signal.aborted)
        deleted = await deleteOldEvents.run(context.db, { before, limit: DELETE_BATCH });
    },
  },
];
