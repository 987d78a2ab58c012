import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { CONNECTED } from "./connected-offer.sql.ts";

/** The provider's jobs whose last message is the customer's, the longest waiting first. */
export const listUnanswered = sqlStatement({
  params: { providerId: t.uuid(), since: t.instant(), limit: t.integer() },
  row: { offerId: t.uuid(), customer: t.text(), text: t.text(), at: t.instant() },
  sql: `
    select connected."offerId", connected.customer, m.text, m.created_at as at
    from (${CONNECTED} and o.provider_id = :providerId) connected
    join lateral (
      select author, text, created_at from request_messages
      where offer_id = connected."offerId" and author in ('customer', 'provider')
      order by created_at desc, id desc limit 1
    ) m on m.author = 'customer'
    order by m.created_at
    limit :limit::int`,
});
