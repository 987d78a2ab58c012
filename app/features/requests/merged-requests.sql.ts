import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { RequestOutcome } from "./customer/close-request.server.ts";
import { selectMerged, selectRoot } from "./sql-conditions.ts";

/** The requests that were merged into one, the oldest first. */
export const listMergedRequests = sqlStatement({
  params: { requestId: t.uuid() },
  row: {
    id: t.uuid(),
    serviceType: t.text(),
    createdAt: t.instant(),
    outcome: t.orNull(t.text<RequestOutcome>()),
  },
  sql: `
    select r.id, r.service_type as "serviceType", r.created_at as "createdAt", r.outcome
    from service_requests r
    where r.id in (${selectMerged(":requestId")})
    order by r.created_at, r.id`,
});

/** The request into which another was merged, where it was: the one that is worked on. */
export const findMergeRoot = sqlStatement({
  params: { requestId: t.uuid() },
  row: { id: t.uuid(), serviceType: t.text(), createdAt: t.instant() },
  sql: `
    select r.id, r.service_type as "serviceType", r.created_at as "createdAt"
    from service_requests r
    where r.id = (${selectRoot(":requestId")}) and r.id <> :requestId`,
});

/** Ids of the requests that are shown as one with a request, itself included, in order. */
export const listGroupIds = sqlStatement({
  params: { requestId: t.uuid() },
  row: { id: t.uuid() },
  sql: `
    with root as (${selectRoot(":requestId")})
    select id from root
    union
    select m.id from root, lateral (${selectMerged("root.id")}) m
    order by id`,
});
