import type { Logger } from "#app/lib/logger.server.ts";
import type { RequestFeed } from "../inbox/request-feed.server.ts";
import type { AlarmsCache } from "./alarms.server.ts";

type AlarmsContext = {
  alarms: AlarmsCache;
  requestFeed: Pick<RequestFeed, "emit">;
  log: Pick<Logger, "warn">;
};

/**
 * Returns a function that reads the alarms again, for the pages and the open portals of this
 * instance. It never fails.
 */
export function createAlarmsRefresh({ alarms, requestFeed, log }: AlarmsContext) {
  let latest = 0;
  return async (): Promise<void> => {
    latest += 1;
    const turn = latest;
    alarms.drop();
    try {
      const summary = await alarms.get();
      // Where another change has begun a later read, this one may be older than what that one finds.
      if (turn === latest) requestFeed.emit({ kind: "alarms", summary });
    } catch (error) {
      log.warn({ err: error }, "the alarms could not be read");
    }
  };
}
