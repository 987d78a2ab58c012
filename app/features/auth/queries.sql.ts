import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { FREE_ATTEMPTS, MAX_DELAY_SECONDS, type StaffRole } from "./constants.ts";

const RESET_AFTER = "interval '24 hours'";

/** The session data that every portal request needs; no row where the session has ended. */
export const getSessionAdmin = sqlStatement({
  name: "admin-row",
  params: { sessionId: t.uuid(), factorRuleKey: t.text() },
  row: {
    role: t.orNull(t.text<StaffRole>()),
    displayName: t.orNull(t.text()),
    isActive: t.orNull(t.boolean()),
    passwordAt: t.orNull(t.instant()),
    factorGrace: t.boolean(),
    factorRule: t.orNull(t.jsonb()),
  },
  sql: `
    select a.role, a.display_name as "displayName", a.is_active as "isActive",
      s.password_at as "passwordAt", s.factor_grace as "factorGrace",
      (select value from settings where key = :factorRuleKey) as "factorRule"
    from staff_sessions s
    left join admin_users a on a.user_id = s.user_id
    where s.id = :sessionId`,
});

/** The roles of the staff members whose sessions are still valid. */
export const listSessionRoles = sqlStatement({
  name: "watched-sessions",
  params: { sessionIds: t.uuidArray(), now: t.instant(), startedAfter: t.instant() },
  row: { id: t.uuid(), role: t.text<StaffRole>() },
  sql: `
    select s.id, a.role
    from staff_sessions s
    join admin_users a on a.user_id = s.user_id and a.is_active
    where s.id = any(:sessionIds) and s.expires_at > :now and s.created_at > :startedAfter`,
});

/**
 * Counts one password attempt; no row where the next one is not allowed yet. A single statement, so
 * that concurrent attempts cannot bypass the limit.
 */
export const countPasswordAttempt = sqlStatement({
  params: { key: t.text(), now: t.instant() },
  row: { failures: t.integer() },
  sql: `
    insert into staff_password_attempts as t (key, failures, last_at, next_at)
    values (:key, 1, :now, :now)
    on conflict (key) do update set
      failures = case when t.last_at < :now::timestamptz - ${RESET_AFTER} then 1
        else t.failures + 1 end,
      last_at = :now,
      next_at = case
        when t.last_at < :now::timestamptz - ${RESET_AFTER} or t.failures + 1 < ${FREE_ATTEMPTS}
          then :now
        else :now::timestamptz + make_interval(secs => least(
          ${MAX_DELAY_SECONDS}, 60 * power(2, least(t.failures + 1 - ${FREE_ATTEMPTS}, 10))))
      end
    where t.next_at <= :now
    returning failures`,
});

/** Subtracts one password attempt; the next one may follow at once. */
export const undoPasswordAttempt = sqlStatement({
  params: { key: t.text(), now: t.instant() },
  row: {},
  sql: `
    with first as (delete from staff_password_attempts where key = :key and failures <= 1)
    update staff_password_attempts
    set failures = failures - 1, next_at = least(next_at, :now)
    where key = :key and failures > 1`,
});

/**
 * Counts a code as a failure and records it as used. Changes no row where it was used before, or
 * the account is locked or disabled.
 */
export const countCode = sqlStatement({
  params: { userId: t.uuid(), codeHash: t.text(), now: t.instant(), limit: t.integer() },
  row: {},
  sql: `
    with counted as (
      update admin_users set code_failures = code_failures + 1
      where user_id = :userId and is_active and code_failures < :limit
      returning 1
    )
    insert into staff_used_codes (user_id, code_hash, used_at)
    select :userId, :codeHash, :now from counted
    on conflict do nothing`,
});

/** Records that a person signed in from a browser, and says whether it is new for them. */
export const storeDevice = sqlStatement({
  params: {
    tokenHash: t.text(),
    userId: t.uuid(),
    userAgent: t.orNull(t.text()),
    now: t.instant(),
  },
  row: { isNew: t.boolean() },
  sql: `
    insert into staff_devices (token_hash, user_id, user_agent, first_seen_at, last_seen_at)
    values (:tokenHash, :userId, :userAgent, :now, :now)
    on conflict (user_id, token_hash) do update
      set last_seen_at = :now, user_agent = :userAgent
    returning first_seen_at = :now as "isNew"`,
});
