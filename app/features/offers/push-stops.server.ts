import type { AppContext } from "#app/app-context.ts";
import { PUSH_MAX_AGE_MS } from "#app/features/push/constants.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { listUntoldStops } from "./pushes.sql.ts";

/**
 * Queues notifications to providers whose customers asked to stop: a job, as many features store a
 * stop, and none of them looks for offers. @returns how many stops there were
 */
export async function pushStops({ db, now }: Pick<AppContext, "db" | "now">): Promise<number> {
  const stops = await listUntoldStops.rows(db, {
    since: new Date(now().getTime() - PUSH_MAX_AGE_MS),
    now: now(),
  });
  for (const { offerId, at } of stops)
    await queueProviderPushes(db, { kind: "job-ended", offerId, now: at });
  return stops.length;
}
