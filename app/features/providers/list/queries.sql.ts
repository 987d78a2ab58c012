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
