import { OPTED_OUT } from "#app/features/offers/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { HiddenReason } from "./constants.ts";

/** SQL: the customer of the request `r` agreed to the provider of the offer `o`. */
const IS_CONNECTED =
  "(o.request_id = r.id and o.state = 'accepted' and o.customer_approved_at is not null)";

/** A request whose customer was connected with a provider, and its review where there is one. */
export const findReviewedRequest = sqlStatement({
  params: { requestId: t.uuid() },
  row: {
    offerId: t.uuid(),
    providerId: t.uuid(),
    company: t.text(),
    /** The request is closed and the customer did not end it, or the job is done. */
    isDone: t.boolean(),
    reviewId: t.orNull(t.uuid()),
    rating: t.orNull(t.integer()),
    words: t.orNull(t.text()),
    reviewedAt: t.orNull(t.instant()),
    hiddenReason: t.orNull(t.text<HiddenReason>()),
  },
  sql: `
    select o.id as "offerId", o.provider_id as "providerId", p.company_name as company,
      ((r.status = 'closed' and r.outcome is null)
        or j.status is not distinct from 'completed') as "isDone",
      v.id as "reviewId", v.rating, v.words, v.created_at as "reviewedAt",
      v.hidden_reason as "hiddenReason"
    from service_requests r
    join offers o on ${IS_CONNECTED}
    join providers p on p.id = o.provider_id
    left join jobs j on j.id = o.job_id
    left join reviews v on v.request_id = r.id
    where r.id = :requestId and r.body_hash <> 'erased'`,
});

/**
 * Closed requests whose customer was connected with a provider and has not been asked for a review.
 * One whom the customer ended is not asked about: there may have been no job.
 */
export const listRequestsToAsk = sqlStatement({
  params: {
    now: t.instant(),
    afterDays: t.integer(),
    untilDays: t.integer(),
    mailKind: t.text(),
    limit: t.integer(),
  },
  row: { requestId: t.uuid(), offerId: t.uuid() },
  sql: `
    select r.id as "requestId", o.id as "offerId"
    from service_requests r
    join offers o on ${IS_CONNECTED}
    where r.closed_at <= :now::timestamptz - make_interval(days => :afterDays)
      and r.closed_at >= :now::timestamptz - make_interval(days => :untilDays)
      and r.status = 'closed' and r.outcome is null and not r.is_demo
      and r.merged_into_id is null
      and r.body_hash <> 'erased' and r.email_normalized is not null and not ${OPTED_OUT}
      and not exists (select from reviews v where v.request_id = r.id)
      and not exists (
        select from customer_mails m where m.request_id = r.id and m.kind = :mailKind
      )
    order by r.closed_at, r.id
    limit :limit::int`,
});
