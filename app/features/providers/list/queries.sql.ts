import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Counts over all providers, for the cards above the list. */
export const countAll = sqlStatement({
  name: "count-providers",
  params: {},
  row: {
    total: t.integer(),
    verified: t.integer(),
    pending: t.integer(),
    activeSubscriptions: t.integer(),
  },
  sql: `
    select count(*)::int as total,
      count(*) filter (where verification_status = 'verified')::int as verified,
      count(*) filter (where verification_status = 'pending')::int as pending,
      (select count(*)::int from payments_subscriptions where status = 'active')
        as "activeSubscriptions"
    from providers`,
});

/** Providers with papers or changes that wait for staff, who has waited longest first. */
export const listToCheck = sqlStatement({
  params: { limit: t.integer() },
  row: {
    id: t.uuid(),
    company: t.text(),
    papers: t.integer(),
    changes: t.integer(),
    /** How many providers there are in all. */
    total: t.integer(),
  },
  sql: `
    select p.id, p.company_name as company, w.papers, w.changes, (count(*) over ())::int as total
    from (
      select provider_id, sum(papers)::int as papers, sum(changes)::int as changes,
        min(created_at) as since
      from (
        select provider_id, 1 as papers, 0 as changes, created_at
        from provider_documents where state = 'pending'
        union all
        select provider_id, 0, 1, created_at from provider_changes where state = 'pending'
      ) waiting
      group by provider_id
    ) w
    join providers p on p.id = w.provider_id
    order by w.since, p.id
    limit :limit::int`,
});
