import type { OfferState } from "#app/db/tables/offers.server.ts";
import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { HIDES_PERSON, STOPPED_PROVIDER } from "../sql-conditions.ts";

/** The offers of a request as its customer may see them, the newest first. */
export const listCustomerOffers = sqlStatement({
  name: "customer-offers",
  params: { requestId: t.uuid() },
  row: {
    id: t.uuid(),
    state: t.text<OfferState>(),
    providerId: t.uuid(),
    company: t.text(),
    phone: t.text(),
    zip: t.orNull(t.text()),
    createdAt: t.instant(),
    expiresAt: t.instant(),
    decidedAt: t.orNull(t.instant()),
    approvedAt: t.orNull(t.instant()),
    approvedBy: t.orNull(t.text()),
    staffCallDueAt: t.orNull(t.instant()),
    jobStatus: t.orNull(t.text()),
    /** The customer stopped this company. */
    isStopped: t.boolean(),
  },
  sql: `
    select o.id, o.state, o.provider_id as "providerId", p.company_name as company, p.phone,
      p.business_zip as zip, o.created_at as "createdAt", o.expires_at as "expiresAt",
      o.decided_at as "decidedAt", o.customer_approved_at as "approvedAt",
      o.customer_approval_recorded_by as "approvedBy", o.staff_call_due_at as "staffCallDueAt",
      j.status as "jobStatus", ${STOPPED_PROVIDER} as "isStopped"
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    left join jobs j on j.id = o.job_id
    where o.request_id = :requestId
    order by o.created_at desc, o.id desc`,
});

/** The company that a customer said yes to and has not stopped. */
export const findConnectedCompany = sqlStatement({
  params: { requestId: t.uuid() },
  row: { company: t.text() },
  sql: `
    select p.company_name as company
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    where o.request_id = :requestId and o.state = 'accepted'
      and o.customer_approved_at is not null and not ${STOPPED_PROVIDER}`,
});

/**
 * Offers that customers approved on their own page, whose providers still have to be told: not after
 * a cancel or a stop, of which they hear too.
 */
export const listUnnotifiedApprovals = sqlStatement({
  params: {
    since: t.instant(),
    now: t.instant(),
    approvedBy: t.text(),
    mailKind: t.text(),
    limit: t.integer(),
  },
  row: { id: t.uuid() },
  sql: `
    select o.id
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    where o.state = 'accepted' and o.customer_approved_at >= :since
      and o.customer_approval_recorded_by = :approvedBy
      and not p.is_demo and r.outcome is null and not ${HIDES_PERSON}
      and ${isMailDue("o.id")}
    order by o.customer_approved_at
    limit :limit::int`,
});

/** Current offers of one provider to the people with these hashes. */
export const listProviderOffers = sqlStatement({
  params: { providerId: t.uuid(), hashes: t.textArray() },
  row: { id: t.uuid() },
  sql: `
    select o.id from offers o join service_requests r on r.id = o.request_id
    where o.provider_id = :providerId and o.state in ('open', 'accepted')
      and (r.phone_hash = any(:hashes) or r.email_hash = any(:hashes))
    order by o.id`,
});

/**
 * Locks a request, and the others of the same person that its company was offered, in the order of
 * their ids: two stops at once cannot deadlock.
 */
export const lockSharedRequests = sqlStatement({
  params: { requestId: t.uuid() },
  row: {},
  sql: `
    select from service_requests
    where id = :requestId or id in (
      select r.id from service_requests mine
      join offers accepted on accepted.request_id = mine.id and accepted.state = 'accepted'
      join offers o on o.provider_id = accepted.provider_id and o.state in ('open', 'accepted')
      join service_requests r on r.id = o.request_id
        and (r.phone_hash = mine.phone_hash or r.email_hash = mine.email_hash)
      where mine.id = :requestId
    )
    order by id for update`,
});
