import { sqlStatement, t } from "./sql-statement.server.ts";

/** Counts one hit of a fixed window; a window that is over starts again with this hit. */
export const countHit = sqlStatement({
  name: "count-hit",
  params: { key: t.text(), now: t.instant(), windowSeconds: t.double() },
  row: { hits: t.integer(), windowStart: t.instant() },
  sql: `insert into rate_limits as r (key, window_start, hits) values (:key, :now, 1)
    on conflict (key) do update set
      hits = case when r.window_start > :now::timestamptz - make_interval(secs => :windowSeconds) then r.hits + 1 else 1 end,
      window_start = case when r.window_start > :now::timestamptz - make_interval(secs => :windowSeconds) then r.window_start else :now end
    returning hits, window_start as "windowStart"`,
});

export const refundHit = sqlStatement({
  params: { key: t.text() },
  row: {},
  sql: "update rate_limits set hits = hits - 1 where key = :key and hits > 0",
});

export const deleteOldWindows = sqlStatement({
  params: { before: t.instant() },
  row: {},
  sql: "delete from rate_limits where window_start < :before",
});
