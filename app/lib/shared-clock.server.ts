import type pg from "pg";
import { MINUTE_MS } from "./durations.ts";
import type { Logger } from "./logger.server.ts";

const MEASURE_EVERY_MS = MINUTE_MS;
/** A measurement that took longer is too inaccurate. */
const LONGEST_MEASUREMENT_MS = 1_000;
const WORTH_A_WARNING_MS = 5_000;

/** Call `measure` before each run of work, `now` within it. */
export type SharedClock = { measure: () => Promise<void>; now: () => Date };

/**
 * The time of the database, which all instances share. With different clocks one instance would
 * take over leases that another still holds, and two would fill the same rate window.
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
      if (!row || Math.abs(after - before) > LONGEST_MEASUREMENT_MS) return;
      offset = Math.round(row.at.getTime() - (before + after) / 2);
      measuredAt = after;
      const isFar = Math.abs(offset) > WORTH_A_WARNING_MS;
      if (isFar && !warned)
        log.warn(
          { offsetMs: offset },
          "the clock of this machine differs from the database's: deliveries follow the database's; set up time synchronisation",
        );
      warned = isFar;
    },
  };
}
