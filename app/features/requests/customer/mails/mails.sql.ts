import { LEASE_IS_FREE } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Sets the due mails of requests that look like spam aside, until staff release them: anybody could
 * have us write to anybody. The delivery is locked, so that a release at this moment is not missed.
 */
export const holdDueMails = sqlStatement({
  params: { now: t.instant() },
  row: {},
  sql: `
    update customer_mails set state = 'held'
    where id in (
      select m.id
      from customer_mails m join crm_outbox o on o.request_id = m.request_id
      where m.state = 'waiting' and m.next_attempt_at <= :now and o.state = 'held'
      for update skip locked
    )`,
});

/** Claims due mails. */
export const claimDueMails = sqlStatement({
  params: { now: t.instant(), leaseUntil: t.instant(), limit: t.integer() },
  row: {
    id: t.uuid(),
    requestId: t.uuid(),
    kind: t.text(),
    subjectId: t.uuid(),
    attempts: t.integer(),
    createdAt: t.instant(),
    leaseUntil: t.instant(),
  },
  sql: `
    update customer_mails set lease_until = :leaseUntil
    where id in (
      select m.id from customer_mails m
      where m.state = 'waiting' and m.next_attempt_at <= :now and ${LEASE_IS_FREE}
        and not exists (
          select from crm_outbox o where o.request_id = m.request_id and o.state = 'held'
        )
      order by m.next_attempt_at
      limit :limit::int
      for update of m skip locked
    )
    returning id, request_id as "requestId", kind, subject_id as "subjectId", attempts,
      created_at as "createdAt", lease_until as "leaseUntil"`,
});

/** What an address was mailed since a time, by all requests together. */
export const countMailsTo = sqlStatement({
  params: { recipientHash: t.text(), receiptKind: t.text(), since: t.instant() },
  row: { mails: t.integer(), receipts: t.integer(), firstAt: t.orNull(t.instant()) },
  sql: `
    select count(*)::int as mails, count(*) filter (where kind = :receiptKind)::int as receipts,
      min(finished_at) as "firstAt"
    from customer_mails where recipient_hash = :recipientHash and finished_at > :since`,
});

/** The request that a mail is about. */
export const findMailedRequest = sqlStatement({
  params: { requestId: t.uuid() },
  row: {
    id: t.uuid(),
    reference: t.orNull(t.text()),
    serviceType: t.text(),
    city: t.orNull(t.text()),
    zip: t.orNull(t.text()),
    phoneE164: t.orNull(t.text()),
    timeframe: t.orNull(t.text()),
    details: t.jsonb<Record<string, unknown>>(),
    email: t.orNull(t.text()),
    createdAt: t.instant(),
    isDemo: t.boolean(),
    isErased: t.boolean(),
    isOptedOut: t.boolean(),
  },
  sql: `
    select r.id, r.client_reference as reference, r.service_type as "serviceType", r.city,
      r.zip_valid as zip, r.phone_e164 as "phoneE164", r.timeframe,
      r.additional_details as details, r.email_normalized as email, r.created_at as "createdAt",
      r.is_demo as "isDemo", r.body_hash = 'erased' as "isErased",
      exists (
        select from suppressions s
        where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= r.created_at
      ) as "isOptedOut"
    from service_requests r where r.id = :requestId`,
});
