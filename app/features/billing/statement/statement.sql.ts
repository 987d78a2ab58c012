import type { LEDGER_KINDS } from "#app/db/tables/billing.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * A page of a provider's statement, the newest line first: lines before a number. An offer's line has
 * its service and place, and nothing else of the customer: of an erased request the service alone. Lines
 * of a payment have its purchase.
 */
export const listStatementLines = sqlStatement({
  name: "list-statement",
  params: { providerId: t.uuid(), before: t.integer(), limit: t.integer() },
  row: {
    id: t.uuid(),
    number: t.integer(),
    at: t.instant(),
    kind: t.text<(typeof LEDGER_KINDS)[number]>(),
    note: t.orNull(t.text()),
    amount: t.double(),
    balance: t.double(),
    offerId: t.orNull(t.uuid()),
    service: t.orNull(t.text()),
    city: t.orNull(t.text()),
    zip: t.orNull(t.text()),
    purchaseId: t.orNull(t.uuid()),
    paidCents: t.orNull(t.integer()),
    paidAt: t.orNull(t.instant()),
  },
  sql: `
    select l.id, l.number, e.at, e.kind, e.note,
      l.amount::float8 as amount, l.balance::float8 as balance,
      o.id as "offerId", r.service_type as service,
      case when r.body_hash <> 'erased' then r.city end as city,
      case when r.body_hash <> 'erased' then r.zip_valid end as zip,
      p.id as "purchaseId", p.cents as "paidCents", p.paid_at as "paidAt"
    from ledger_lines l
    join ledger_entries e on e.id = l.entry_id
    left join offers o on o.provider_id = l.provider_id and o.id = case
      when e.kind in ('offer', 'refund') and pg_input_is_valid(e.reference, 'uuid')
      then e.reference::uuid end
    left join service_requests r on r.id = o.request_id
    left join credit_purchases p on p.provider_id = l.provider_id and p.payment_id = case
      when e.kind in ('purchase', 'reversal') then split_part(e.reference, ':', 1) end
    where l.provider_id = :providerId and l.number < :before
    order by l.number desc
    limit :limit::int`,
});
