import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { PaperKind } from "../papers/constants.ts";

/** SQL: where a decision goes: to the person `u` who asked, while they may sign in, else to the company `p`. */
const RECIPIENT = `coalesce(case when u.is_active then u.email end, p.contact_email, '')`;

const SEARCH = {
  since: t.instant(),
  now: t.instant(),
  mailKind: t.text(),
  limit: t.integer(),
};

/** Papers that staff decided about and whose senders were not told yet. */
export const listDecidedPapers = sqlStatement({
  params: SEARCH,
  row: {
    id: t.uuid(),
    providerId: t.uuid(),
    company: t.text(),
    email: t.text(),
    kind: t.text<PaperKind>(),
    state: t.text<"accepted" | "refused">(),
    validUntil: t.text(),
    refusal: t.orNull(t.text()),
  },
  sql: `
    select d.id, d.provider_id as "providerId", p.company_name as company, ${RECIPIENT} as email,
      d.kind, d.state, d.valid_until::text as "validUntil", d.refusal
    from provider_documents d
    join providers p on p.id = d.provider_id and not p.is_demo
    left join provider_users u on u.id = d.uploaded_by
    where d.state <> 'pending' and d.decided_at >= :since and ${isMailDue("d.id")}
    order by d.decided_at
    limit :limit::int`,
});

/** Changes that staff decided about and whose providers were not told yet. */
export const listDecidedChanges = sqlStatement({
  params: SEARCH,
  row: {
    id: t.uuid(),
    providerId: t.uuid(),
    company: t.text(),
    email: t.text(),
    state: t.text<"accepted" | "refused">(),
    refusal: t.orNull(t.text()),
  },
  sql: `
    select c.id, c.provider_id as "providerId", p.company_name as company, ${RECIPIENT} as email,
      c.state, c.refusal
    from provider_changes c
    join providers p on p.id = c.provider_id and not p.is_demo
    left join provider_users u on u.id = c.requested_by
    where c.state <> 'pending' and c.decided_by is not null and c.decided_at >= :since
      and ${isMailDue("c.id")}
    order by c.decided_at
    limit :limit::int`,
});

/** Replaced email addresses of companies that were not told yet. */
export const listReplacedAddresses = sqlStatement({
  params: SEARCH,
  row: { id: t.uuid(), providerId: t.uuid(), company: t.text(), email: t.text() },
  sql: `
    select c.id, c.provider_id as "providerId", p.company_name as company,
      coalesce(c.changes->'contact_email'->>'before', '') as email
    from provider_changes c
    join providers p on p.id = c.provider_id and not p.is_demo
    where c.state = 'accepted' and c.decided_by is null and c.decided_at >= :since
      and c.changes ? 'contact_email' and ${isMailDue("c.id")}
    order by c.decided_at
    limit :limit::int`,
});
