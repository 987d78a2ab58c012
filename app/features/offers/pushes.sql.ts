import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  HIDES_PERSON,
  IS_CONNECTED,
  IS_VERIFIED,
  OPTED_OUT,
  STOPPED_PROVIDER,
} from "./sql-conditions.ts";

/** SQL: the provider `p` can answer the offer `o` of the request `r` now. */
const CAN_ANSWER = `(o.state = 'open' and o.expires_at > :now and r.status <> 'closed'
  and r.body_hash <> 'erased' and not ${OPTED_OUT} and not ${STOPPED_PROVIDER}
  and ${IS_VERIFIED})`;

/** SQL: nothing has ended the offer `o` that was accepted. */
const GOES_ON = `(o.state = 'accepted' and r.status <> 'closed' and not ${OPTED_OUT}
  and not ${HIDES_PERSON})`;

/** Whether notifications about offers are still news, and until when at most. */
export const findPushFacts = sqlStatement({
  params: { ids: t.uuidArray(), now: t.instant() },
  row: { id: t.uuid(), isStale: t.boolean(), endsAt: t.orNull(t.instant()) },
  sql: `
    select m.id,
      r.is_demo or p.is_demo or case m.kind
        when 'new-offer' then not ${CAN_ANSWER}
        when 'job-ended' then ${GOES_ON}
        else not ${IS_CONNECTED}
      end as "isStale",
      case when m.kind = 'new-offer' then o.expires_at end as "endsAt"
    from push_messages m
      join offers o on o.id = m.offer_id
      join providers p on p.id = o.provider_id
      join service_requests r on r.id = o.request_id
    where m.id = any(:ids)`,
});

/**
 * Offers whose customers said yes lately, and since a time asked everybody, or this provider, to stop,
 * and whose provider has a device and was not told. Begins with the offers: requests have no index by
 * every contact.
 */
export const listUntoldStops = sqlStatement({
  params: { since: t.instant(), now: t.instant() },
  row: { offerId: t.uuid(), at: t.instant() },
  sql: `
    with stops as materialized (
      select contact_hash, opted_out_at, null::uuid as provider_id
      from suppressions where opted_out_at >= :since and scope = 'all'
      union all
      select contact_hash, opted_out_at, provider_id
      from provider_opt_outs where opted_out_at >= :since
    )
    select o.id as "offerId", min(s.opted_out_at) as at
    from offers o
      join service_requests r on r.id = o.request_id
      join stops s on s.contact_hash in (r.phone_hash, r.email_hash) and (
        s.provider_id = o.provider_id
        or (s.provider_id is null and s.opted_out_at >= r.created_at)
      )
    where o.state = 'accepted' and o.contact_until > :now
      and exists (
        select from provider_users u join push_subscriptions d on d.provider_user_id = u.id
        where u.provider_id = o.provider_id
      )
      and not exists (
        select from push_messages m where m.offer_id = o.id and m.kind = 'job-ended'
      )
    group by o.id`,
});
