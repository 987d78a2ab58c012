import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { PaymentFact } from "./reversal-state.ts";

/** What all handled events said about a payment. */
export const listPaymentFacts = sqlStatement({
  params: { paymentId: t.text() },
  row: { fact: t.jsonb<PaymentFact>(), at: t.instant() },
  sql: `
    select detail -> 'fact' as fact, created_at as at
    from stripe_events
    where detail ->> 'payment' = :paymentId`,
});

/** The purchase that a payment was booked for; `cents` are null where they were not stored. */
export const findBookedPurchase = sqlStatement({
  params: { paymentId: t.text() },
  row: { providerId: t.uuid(), credits: t.double(), cents: t.orNull(t.integer()) },
  sql: `
    select l.provider_id as "providerId", l.amount::float8 as credits, p.cents
    from ledger_entries e
    join ledger_lines l on l.entry_id = e.id and l.account = 'provider'
    left join credit_purchases p on p.payment_id = e.reference
    where e.kind = 'purchase' and e.reference = :paymentId`,
});
