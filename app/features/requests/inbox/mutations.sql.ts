import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { RequestStatus } from "./schema.ts";

/**
 * Sets the status of each request to the one at the same position of `statuses`. One that is opened
 * again is no longer closed, and no longer ended by its customer. A trigger ends the return timer of
 * one that is not new, which is no longer returned either, and the snooze of a closed one.
 */
export const setStatuses = sqlStatement({
  params: { ids: t.uuidArray(), statuses: t.textArray<RequestStatus>(), now: t.instant() },
  row: {},
  sql: `
    update service_requests r
    set status = wanted.status,
      closed_at = case when wanted.status = 'closed' then :now::timestamptz end,
      outcome = case when wanted.status = 'closed' then r.outcome end
    from unnest(:ids::uuid[], :statuses::text[]) as wanted (id, status)
    where r.id = wanted.id`,
});

/**
 * Creates the delivery of a request that has none and no CRM contact, to the target in the
 * settings.
 */
export const createMissingDelivery = sqlStatement({
  params: {
    requestId: t.uuid(),
    id: t.uuid(),
    now: t.instant(),
    targets: t.textArray(),
    defaultTarget: t.text(),
    erasedHash: t.text(),
  },
  row: {},
  sql: `
    insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at)
    select :id, r.id, coalesce(
        (
          select value #>> '{}' from settings
          where key = 'deliveryTarget' and value #>> '{}' = any(:targets)
        ),
        :defaultTarget
      ), 'waiting', :now, :now
    from service_requests r
    where r.id = :requestId and not r.is_demo and r.ghl_contact_id is null
      and r.body_hash <> :erasedHash
    on conflict (request_id) do nothing`,
});
