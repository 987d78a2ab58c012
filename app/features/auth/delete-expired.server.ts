import type pg from "pg";
import {
  EXPIRED_SESSION_DAYS,
  OLD_LINK_DAYS,
  USED_CODE_DAYS,
} from "#app/features/settings/retention.ts";

/**
 * Deletes what is no longer needed of sign-ins: browsers not seen for long, expired sessions and
 * challenges, codes that no authenticator shows any longer, counts of wrong passwords, old one-time
 * links.
 */
export async function deleteExpired(
  tx: pg.PoolClient,
  { deviceDays, now }: { deviceDays: number; now: Date },
) {
  const forget = async (text: string, days: number) =>
    (await tx.query(text, [now, days])).rowCount ?? 0;
  const before = "$1::timestamptz - make_interval(days => $2)";
  return {
    devices: await forget(`delete from staff_devices where last_seen_at < ${before}`, deviceDays),
    sessions: await forget(
      `delete from staff_sessions where expires_at < ${before}`,
      EXPIRED_SESSION_DAYS,
    ),
    codes:
      (await forget(`delete from staff_used_codes where used_at < ${before}`, USED_CODE_DAYS)) +
      (await forget(
        `delete from staff_verifications where expires_at < ${before}`,
        USED_CODE_DAYS,
      )),
    tries: await forget(
      `delete from staff_password_tries where last_at < ${before} and next_at < $1`,
      USED_CODE_DAYS,
    ),
    links: await forget(`delete from staff_links where expires_at < ${before}`, OLD_LINK_DAYS),
  };
}
