import type { StaffRole } from "#app/features/auth/constants.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** All staff members with what is shown of them: active ones first, then by name. */
export const listPeople = sqlStatement({
  params: { now: t.instant() },
  row: {
    userId: t.uuid(),
    name: t.text(),
    email: t.text(),
    role: t.text<StaffRole>(),
    isActive: t.boolean(),
    hasFactor: t.boolean(),
    codeFailures: t.integer(),
    /** Open ones. */
    sessions: t.integer(),
    lastSeenAt: t.orNull(t.instant()),
  },
  sql: `
    select u.id as "userId", coalesce(a.display_name, u.name) as name, u.email, a.role,
      a.is_active as "isActive", u.two_factor_enabled as "hasFactor",
      a.code_failures as "codeFailures",
      (select count(*)::int from staff_sessions s
       where s.user_id = u.id and s.expires_at > :now) as sessions,
      greatest(
        (select max(s.updated_at) from staff_sessions s where s.user_id = u.id),
        (select max(d.last_seen_at) from staff_devices d where d.user_id = u.id)
      ) as "lastSeenAt"
    from admin_users a
    join staff_users u on u.id = a.user_id
    order by a.is_active desc, lower(coalesce(a.display_name, u.name)), u.email`,
});
