import type { APPOINTMENT_STATES } from "#app/db/tables/appointments.server.ts";
import type { DisputeFact } from "#app/db/tables/offers.server.ts";
import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { JobStage, NotHiredReason } from "../portal/job-stages.ts";
import type { DisputeClaim, DisputeDecision } from "./constants.ts";

/** Disputes for staff after a cursor, with what the provider says of the job and the visit. */
const listDisputes = (condition: string, order: string) => `
    select d.id, d.claim, d.words, d.facts, d.created_at as "createdAt", d.due_at as "dueAt",
      d.decision, d.decided_by as "decidedBy", d.decided_at as "decidedAt", d.answer,
      o.id as "offerId", o.cost::float8 as cost, o.decided_at as "acceptedAt",
      o.refunded_at is not null as "isRefunded", r.id as "requestId",
      r.body_hash = 'erased' as "isErased",
      r.service_type as "serviceType", r.city, r.zip_valid as zip, p.id as "providerId",
      p.company_name as company, j.stage, j.stage_at as "stageAt",
      j.not_hired_reason as "notHiredReason", j.paid_amount::float8 as "paidAmount",
      v.state as "visitState", v.starts_at as "startsAt", v.ends_at as "endsAt",
      u.name as "openedBy", coalesce(a.display_name, s.email) as "decidedByName"
    from offer_disputes d
    join offers o on o.id = d.offer_id
    join service_requests r on r.id = o.request_id
    join providers p on p.id = d.provider_id
    left join jobs j on j.id = o.job_id
    left join appointments v on v.offer_id = o.id
    left join provider_users u on u.id = d.created_by
    left join staff_users s on s.id::text = d.decided_by
    left join admin_users a on a.user_id = s.id
    where ${condition}
    order by ${order}
    limit :limit::int`;

const params = {
  limit: t.integer(),
  /** The last row of the page before; null for the first page. */
  cursorAt: t.orNull(t.instant()),
  cursorId: t.orNull(t.uuid()),
};
const row = {
  id: t.uuid(),
  claim: t.text<DisputeClaim>(),
  words: t.orNull(t.text()),
  facts: t.jsonb<DisputeFact[]>(),
  createdAt: t.instant(),
  dueAt: t.orNull(t.instant()),
  decision: t.orNull(t.text<DisputeDecision>()),
  decidedBy: t.orNull(t.text()),
  decidedAt: t.orNull(t.instant()),
  answer: t.orNull(t.text()),
  offerId: t.uuid(),
  cost: t.double(),
  acceptedAt: t.orNull(t.instant()),
  isRefunded: t.boolean(),
  isErased: t.boolean(),
  requestId: t.uuid(),
  serviceType: t.text(),
  city: t.orNull(t.text()),
  zip: t.orNull(t.text()),
  providerId: t.uuid(),
  company: t.text(),
  /** Where the provider says that their job stands, and since when. */
  stage: t.orNull(t.text<JobStage>()),
  stageAt: t.orNull(t.instant()),
  notHiredReason: t.orNull(t.text<NotHiredReason>()),
  paidAmount: t.orNull(t.double()),
  /** The visit of the offer; null where no time was ever set. */
  visitState: t.orNull(t.text<(typeof APPOINTMENT_STATES)[number]>()),
  startsAt: t.orNull(t.instant()),
  endsAt: t.orNull(t.instant()),
  /** The provider's person; null where their account is gone. */
  openedBy: t.orNull(t.text()),
  /** The member of staff; null where the facts decided, or their account is gone. */
  decidedByName: t.orNull(t.text()),
};

/** Those that wait, by due date. */
export const listOpenDisputes = sqlStatement({
  params,
  row,
  sql: listDisputes(
    `d.decided_at is null
      and (:cursorAt::timestamptz is null or (d.due_at, d.id) > (:cursorAt, :cursorId::uuid))`,
    "d.due_at, d.id",
  ),
});
/** The decided ones, the newest first. */
export const listDecidedDisputes = sqlStatement({
  params,
  row,
  sql: listDisputes(
    `d.decided_at is not null
      and (:cursorAt::timestamptz is null or (d.decided_at, d.id) < (:cursorAt, :cursorId::uuid))`,
    "d.decided_at desc nulls last, d.id desc nulls last",
  ),
});

/**
 * Disputes that were to be decided by a person and were decided since a time, also by our records, and
 * whose providers neither got the mail nor are to be
 * called. It goes to whoever disputed, and where their account is gone to the company: also to companies
 * that want no mails, as they asked for this answer.
 */
export const listUnnotifiedDecisions = sqlStatement({
  params: {
    since: t.instant(),
    now: t.instant(),
    mailKind: t.text(),
    limit: t.integer(),
  },
  row: {
    id: t.uuid(),
    offerId: t.uuid(),
    providerId: t.uuid(),
    company: t.text(),
    email: t.text(),
    decision: t.text<DisputeDecision>(),
    answer: t.text(),
    cost: t.double(),
    isRefunded: t.boolean(),
    serviceType: t.text(),
    city: t.orNull(t.text()),
    zip: t.orNull(t.text()),
  },
  sql: `
    select d.id, o.id as "offerId", p.id as "providerId", p.company_name as company,
      coalesce(u.email, p.contact_email, '') as email, d.decision, coalesce(d.answer, '') as answer,
      o.cost::float8 as cost, o.refunded_at is not null as "isRefunded",
      r.service_type as "serviceType", r.city, r.zip_valid as zip
    from offer_disputes d
    join offers o on o.id = d.offer_id
    join service_requests r on r.id = o.request_id
    join providers p on p.id = d.provider_id
    left join provider_users u on u.id = d.created_by and u.is_active
    where d.decided_at >= :since and d.due_at is not null
      and not p.is_demo and not r.is_demo and ${isMailDue("d.id")}
    order by d.id
    limit :limit::int`,
});
