import type pg from "pg";
import { MINUTE_MS } from "./durations.ts";
import type { Logger } from "./logger.server.ts";

const MEASURE_EVERY_MS = MINUTE_MS;
/** A measurement that took longer is too inaccurate. */
const MAX_MEASUREMENT_MS = 1_000;
const WARN_ABOVE_MS = 5_000;

/** Call `measure` before each run of work, `now` within it. */
export type SharedClock = { measure: () => Promise<void>; now: () => Date };

/**
 * The time of the database, which all instances share. With different clocks one instance would
 * claim leases that another still holds, and two would count calls in different rate windows.
 */
export function createSharedClock({
  pool,
  log,
  now,
}: {
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
}): SharedClock {
  let offset = 0;
  let measuredAt: number | undefined;
  let warned = false;
  return {
    now: () => new Date(now().getTime() + offset),
    async measure() {
      const before = now().getTime();
      if (measuredAt !== undefined && Math.abs(before - measuredAt) < MEASURE_EVERY_MS) return;
      const { rows } = await pool.query<{ at: Date }>("select clock_timestamp() as at");
      const after = now().getTime();
      const [row] = rows;
      if (!row || Math.abs(after - before) > MAX_MEASUREMENT_MS) return;
      offset = Math.round(row.at.getTime() - (before + after) / 2);
      measuredAt = after;
      const isFar = Math.abs(offset) > WARN_ABOVE_MS;
      if (isFar && !warned)
        log.warn(
          { offsetMs: offset },
          "the clock of this machine differs from the database's: deliveries follow the database's; set up time synchronization",
        );
      warned = isFar;
    },
  };
}
