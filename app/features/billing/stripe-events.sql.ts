import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** When a subscription was started, according to one of its events. */
export const findSubscriptionStart = sqlStatement({
  params: { subscriptionId: t.text() },
  row: { startedAt: t.instant() },
  sql: `
    select (detail ->> 'madeAt')::timestamptz as "startedAt"
    from stripe_events
    where detail ->> 'subscription' = :subscriptionId and detail ->> 'madeAt' is not null
    limit 1`,
});

/** A handled event of the subscription after that time, if there is one. */
export const findLaterEvent = sqlStatement({
  params: { subscriptionId: t.text(), after: t.instant() },
  row: { id: t.text() },
  sql: `
    select id from stripe_events
    where detail ->> 'subscription' = :subscriptionId and created_at > :after
    limit 1`,
});
