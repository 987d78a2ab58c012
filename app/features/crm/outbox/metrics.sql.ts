import type { OutboxState } from "#app/db/tables/crm.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Deliveries by state. `open`: of them those that somebody should care about, which are neither
 * delivered nor those of requests that are closed, merged, erased or demo, or whose customer opted out.
 */
export const countDeliveries = sqlStatement({
  params: { erasedHash: t.text() },
  row: { state: t.text<OutboxState>(), rows: t.integer(), open: t.integer() },
  sql: `
    select 'delivered' as state, count(*)::int as rows, 0 as open
    from crm_outbox where state = 'delivered'
    union all
    select o.state, count(*)::int, count(*) filter (
      where r.status <> 'closed' and r.merged_into_id is null and not r.is_demo
        and r.body_hash <> :erasedHash and not exists (
          select from suppressions s
          where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
        )
    )::int
    from crm_outbox o join service_requests r on r.id = o.request_id
    where o.state <> 'delivered'
    group by o.state`,
});
