import type { JobContext } from "#app/app-context.ts";
import type { Job } from "#app/lib/job.ts";
import { WATCH_EVERY_MS } from "./constants.ts";
import { type WatchHooks, watchInbox } from "./watch-inbox.server.ts";

/** Returns assignments that nobody worked, ends snoozes, and alarms while nobody is on shift. */
export const assignmentJobs = (context: JobContext, hooks: WatchHooks = {}): Job[] => [
  { id: "return-assignments", everyMs: WATCH_EVERY_MS, run: () => watchInbox(context, hooks) },
];
