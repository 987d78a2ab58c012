import { isMailDue } from "#app/features/mail/sql-conditions.ts";
import { getsMail } from "#app/features/offers/mail-conditions.ts";
import { IS_CONNECTED } from "#app/features/offers/sql-conditions.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const ROW = {
  offerId: t.uuid(),
  requestId: t.uuid(),
  providerId: t.uuid(),
  company: t.text(),
  customer: t.text(),
  zip: t.orNull(t.text()),
  /** What the customer wrote until then needs no answer. */
  messagesDoneAt: t.orNull(t.instant()),
};
/** The offers whose provider the customer said yes to, and who may still see them `:now`. */
const CONNECTED = `
  select o.id as "offerId", o.request_id as "requestId", o.provider_id as "providerId",
    p.company_name as company, r.customer_name as customer, r.zip_valid as zip,
    o.messages_done_at as "messagesDoneAt"
  from offers o
  join providers p on p.id = o.provider_id
  join service_requests r on r.id = o.request_id
  where o.contact_until > :now and ${IS_CONNECTED}`;

/** The offer of the company that a customer is connected with. */
export const findConnectedOffer = sqlStatement({
  params: { requestId: t.uuid(), now: t.instant() },
  row: ROW,
  sql: `${CONNECTED} and o.request_id = :requestId`,
});

/** The same, for the holder of a provider's link. */
export const findOfferOfToken = sqlStatement({
  params: { tokenHash: t.text(), now: t.instant() },
  row: ROW,
  sql: `${CONNECTED} and o.token_hash = :tokenHash`,
});

/** The same, in the portal of the provider. */
export const findOwnOffer = sqlStatement({
  params: { offerId: t.uuid(), providerId: t.uuid(), now: t.instant() },
  row: ROW,
  sql: `${CONNECTED} and o.id = :offerId and o.provider_id = :providerId`,
});

/**
 * Messages for providers whose mail is due, and who may still read them: without an address,
 * or with email notifications off, a provider sees them behind the link.
 */
export const listUnnotifiedMessages = sqlStatement({
  params: {
    /** The lowest id to look at. */
    after: t.uuid(),
    now: t.instant(),
    mailKind: t.text(),
    limit: t.integer(),
  },
  row: { id: t.uuid(), offerId: t.uuid(), author: t.text(), text: t.text() },
  sql: `
    select m.id, m.offer_id as "offerId", m.author, m.text
    from request_messages m
    join (${CONNECTED}) connected on connected."offerId" = m.offer_id
    join providers p on p.id = connected."providerId"
    left join provider_settings t on t.provider_id = p.id
    where m.id > :after and m.author <> 'provider'
      and ${getsMail("messages")}
      and ${isMailDue("m.id")}
    order by m.id
    limit :limit::int`,
});

/**
 * The provider's jobs whose last message is the customer's and needs an answer, the longest waiting first. Messages are
 * found by the index on their request; whether the customer may still be seen is checked for few.
 */
export const listUnanswered = sqlStatement({
  params: { providerId: t.uuid(), now: t.instant(), limit: t.integer() },
  row: { offerId: t.uuid(), customer: t.text(), text: t.text(), at: t.instant() },
  sql: `
    with waiting as materialized (
      select o.id, m.text, m.created_at
      from offers o
      join lateral (
        select author, text, created_at from request_messages
        where request_id = o.request_id and offer_id = o.id and author in ('customer', 'provider')
        order by created_at desc, id desc limit 1
      ) m on m.author = 'customer'
      where o.provider_id = :providerId and o.state = 'accepted'
        and o.contact_until > :now
        and m.created_at > coalesce(o.messages_done_at, '-infinity')
    )
    select connected."offerId", connected.customer, w.text, w.created_at as at
    from waiting w
    join (${CONNECTED}) connected on connected."offerId" = w.id
    order by w.created_at
    limit :limit::int`,
});
