import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

export const countDeliveries = sqlStatement({
  params: { target: t.text() },
  row: {
    waiting: t.integer(),
    held: t.integer(),
    dead: t.integer(),
    delivered: t.integer(),
    lastDeliveredAt: t.orNull(t.instant()),
    oldestWaitingAt: t.orNull(t.instant()),
  },
  sql: `
    select
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'held')::int as held,
      count(*) filter (where state = 'dead')::int as dead,
      count(*) filter (where state = 'delivered')::int as delivered,
      max(delivered_at) as "lastDeliveredAt",
      min(created_at) filter (where state = 'waiting') as "oldestWaitingAt"
    from crm_outbox where target = :target`,
});
