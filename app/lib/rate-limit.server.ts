import type pg from "pg";

const LONGEST_WINDOW_MINUTES = 60;

/** Forgets windows that are long over: their keys hold addresses of visitors. */
export async function pruneRateLimits(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from rate_limits where window_start < $1::timestamptz - interval '${LONGEST_WINDOW_MINUTES} minutes'`,
    [now],
  );
}

/** Takes one hit back: what was refused for another reason than the limit does not count. */
export async function refundRateLimit(pool: pg.Pool, key: string): Promise<void> {
  await pool.query("update rate_limits set hits = hits - 1 where key = $1 and hits > 0", [key]);
}

/**
 * Counts one hit of a fixed window that all instances share.
 * @returns false where the window is already full
 */
export async function consumeRateLimit(
  pool: pg.Pool,
  options: { key: string; limit: number; windowSeconds: number; now: Date },
): Promise<boolean> {
  const { rows } = await pool.query<{ hits: number }>({
    name: "take-hit",
    text: `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
      on conflict (key) do update set
        hits = case when r.window_start > $2::timestamptz - make_interval(secs => $3) then r.hits + 1 else 1 end,
        window_start = case when r.window_start > $2::timestamptz - make_interval(secs => $3) then r.window_start else $2 end
      returning hits`,
    values: [options.key, options.now, options.windowSeconds],
  });
  return (rows[0]?.hits ?? 0) <= options.limit;
}
