import type { AlarmSummary } from "./schema.ts";

/**
 * The one that was read later. A page and the event stream read the alarms on their own, and what was
 * read first may arrive last.
 */
export const getNewerAlarms = (before: AlarmSummary, arrived: AlarmSummary): AlarmSummary =>
  arrived.readAt >= before.readAt ? arrived : before;
