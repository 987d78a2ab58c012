import { createHash } from "node:crypto";
import type pg from "pg";
import { FREE_TRIES, LONGEST_WAIT_SECONDS } from "./constants.ts";

const RESET_AFTER_HOURS = 24;

/** Counts are stored under a hash: the table does not reveal who exists. */
export const formatAttemptsKey = (kind: "account" | "device", value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("base64url")}`;

/**
 * Counts one password attempt before it is checked: five are free, then each has to wait twice as
 * long as the one before, from one minute to fifteen. A single statement, so that simultaneous
 * attempts cannot pass together.
 * @returns when the next attempt is allowed if this one is not, else null
 */
export async function consumePasswordAttempt(
  pool: pg.Pool,
  options: { key: string; now: Date },
): Promise<Date | null> {
  const { rows } = await pool.query<{ failures: number }>(
    `insert into staff_password_tries as t (key, failures, last_at, next_at) values ($1, 1, $2, $2)
     on conflict (key) do update set
       failures = case when t.last_at < $2::timestamptz - interval '${RESET_AFTER_HOURS} hours' then 1 else t.failures + 1 end,
       last_at = $2,
       next_at = case when t.last_at < $2::timestamptz - interval '${RESET_AFTER_HOURS} hours' or t.failures + 1 < $3 then $2
         else $2::timestamptz + make_interval(secs => least($4, 60 * power(2, least(t.failures + 1 - $3, 10)))) end
     where t.next_at <= $2
     returning failures`,
    [options.key, options.now, FREE_TRIES, LONGEST_WAIT_SECONDS],
  );
  if (rows.length > 0) return null;
  const { rows: waiting } = await pool.query<{ next_at: Date }>(
    "select next_at from staff_password_tries where key = $1",
    [options.key],
  );
  return waiting[0]?.next_at ?? null;
}

/**
 * Refunds an attempt that was not checked because the server was busy; the next one may follow at
 * once.
 */
export async function refundPasswordAttempt(
  pool: pg.Pool,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  await pool.query(
    `with first as (delete from staff_password_tries where key = $1 and failures <= 1)
     update staff_password_tries set failures = failures - 1, next_at = least(next_at, $2) where key = $1 and failures > 1`,
    [key, now],
  );
}

/** Resets the counts after a correct password. */
export async function resetPasswordAttempts(pool: pg.Pool, keys: string[]): Promise<void> {
  await pool.query("delete from staff_password_tries where key = any($1)", [keys]);
}
