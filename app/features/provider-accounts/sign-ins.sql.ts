import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * The oldest sign-in whose mail is due, locked until the transaction ends; none for an address without
 * an account.
 */
export const lockDueSignIn = sqlStatement({
  params: { now: t.instant() },
  row: { id: t.uuid(), email: t.text(), mailAttempts: t.integer(), company: t.text() },
  sql: `
    select s.id, s.email, s.mail_attempts::int as "mailAttempts", p.company_name as company
    from provider_sign_ins s
    left join provider_users u on u.id = s.user_id
    left join provider_invitations i on i.id = s.invitation_id
    join providers p on p.id = coalesce(i.provider_id, u.provider_id)
    where s.mailed_at is null and s.next_mail_at <= :now and s.expires_at > :now
      and s.confirmed_at is null
    order by s.next_mail_at, s.id
    limit 1
    for update of s skip locked`,
});

/** SQL: the code or the link of the sign-in may still be used. */
const IS_OPEN = "confirmed_at is null and used_at is null and expires_at > :now";

/**
 * Counts one try of the code of a sign-in, before it is compared: tries at the same moment cannot bypass
 * the limit. No row where none is left.
 */
export const countCodeTry = sqlStatement({
  params: { id: t.uuid(), now: t.instant(), limit: t.integer() },
  row: { codeHash: t.orNull(t.text()), email: t.text() },
  sql: `
    update provider_sign_ins set code_failures = code_failures + 1
    where id = :id and code_failures < :limit and ${IS_OPEN}
    returning code_hash as "codeHash", email`,
});

/** Confirms an open sign-in for one browser; no row where something else did, or its time is over. */
export const confirmOpenSignIn = sqlStatement({
  params: { id: t.uuid(), browserHash: t.text(), now: t.instant() },
  row: {
    email: t.text(),
    userId: t.orNull(t.uuid()),
    invitationId: t.orNull(t.uuid()),
    name: t.orNull(t.text()),
  },
  sql: `
    update provider_sign_ins set confirmed_at = :now, confirmed_browser_hash = :browserHash
    where id = :id and ${IS_OPEN}
    returning email, user_id as "userId", invitation_id as "invitationId", name`,
});
