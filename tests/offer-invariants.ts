import type { Database } from "#app/db/client.server.ts";
import { queryRows } from "./factories.ts";

/** SQL: how often the ledger has an entry of one kind for the offer `o`, and its sum for the provider. */
const sumEntries = (kind: "offer" | "refund") => `(
  select array[count(*), coalesce(sum(l.amount), 0)]
  from ledger_entries e
  join ledger_lines l on l.entry_id = e.id and l.account = 'provider' and l.provider_id = o.provider_id
  where e.kind = '${kind}' and e.reference = o.id::text)`;

/** SQL: how many rows the timeline and the audit log should each have for the offer `o`, by kind. */
const EXPECTED_EVENTS = `(values
  ('offered', true),
  ('offer-accepted', o.bid_id is not null),
  ('offer-declined', o.state = 'declined'),
  ('offer-expired', o.state = 'expired'),
  ('offer-withdrawn', o.state = 'withdrawn'),
  ('offer-refused', o.state = 'customer-declined'),
  ('offer-released', o.customer_approved_at is not null),
  ('offer-refunded', coalesce(o.refund_reason = any($1), false)),
  ('dispute-opened', d.id is not null and (d.due_at is not null or d.decided_by is distinct from 'facts')),
  ('dispute-granted', coalesce(d.decision = 'granted', false) and (d.due_at is null or d.decided_by is distinct from 'facts')),
  ('dispute-settled', coalesce(d.decided_by = 'facts', false) and d.due_at is not null),
  ('dispute-refused', coalesce(d.decision = 'refused', false))
) x (kind, is_expected)`;

/** Reasons for which credits come back while the offer stays accepted. */
const REFUND_REASONS = [
  "duplicate",
  "outside-area",
  "impossible-phone",
  "stopped-first",
  "hired-elsewhere",
  "dispute",
];

/**
 * What may never be, whoever did what at the same time. Each query lists what is wrong; they repeat in
 * their own words what the application promises, and use nothing of it.
 */
const NEVER: Record<string, string> = {
  "a request with two offers that are open or accepted": `
    select request_id as id from offers where state in ('open', 'accepted')
    group by 1 having count(*) > 1`,
  "an offer whose job and bid are not those of its acceptance": `
    select o.id from offers o
    left join jobs j on j.id = o.job_id
    left join bids b on b.id = o.bid_id
    where num_nonnulls(o.job_id, o.bid_id) <> case
        when o.state = 'accepted' or j.id is not null or b.id is not null then 2 else 0 end
      or j.request_id <> o.request_id or j.provider_id <> o.provider_id
      or b.provider_id <> o.provider_id or b.job_id <> j.id or b.amount <> o.cost
      or (o.state <> 'accepted' and (b.status <> 'declined' or j.status <> 'other'))`,
  "a job or bid of no offer, or of two": `
    select id from jobs where (select count(*) from offers o where o.job_id = jobs.id) <> 1
    union all
    select id from bids where (select count(*) from offers o where o.bid_id = bids.id) <> 1`,
  "an offer that was not charged once, as it was accepted": `
    select o.id from offers o
    where ${sumEntries("offer")} is distinct from
      case when o.bid_id is not null and o.cost > 0 then array[1, -o.cost] else array[0, 0] end`,
  "an offer that was not refunded once, as it says": `
    select o.id from offers o
    where ${sumEntries("refund")} is distinct from
      case when o.refunded_at is not null and o.cost > 0 then array[1, o.cost] else array[0, 0] end`,
  "an offer that ended without a yes and was not refunded, or was refunded for no known reason": `
    select o.id from offers o
    where (o.refunded_at is not null) <> case
        when o.bid_id is null or o.cost = 0 then false
        when o.state <> 'accepted' then true
        else coalesce(o.refund_reason = any($1), false) end
      or (o.refunded_at is null) <> (o.refund_reason is null)`,
  "a charge or refund of no offer": `
    select e.id from ledger_entries e
    where e.kind in ('offer', 'refund')
      and not exists (select from offers o where o.id::text = e.reference)`,
  "a balance that is not what came in, less the accepted offers, and what came back": `
    select p.id from providers p
    where p.credits <> (
        select coalesce(sum(l.amount), 0) from ledger_lines l
        join ledger_entries e on e.id = l.entry_id
        where l.provider_id = p.id and e.kind in ('adjustment', 'purchase', 'reversal'))
      - (select coalesce(sum(o.cost), 0) from offers o
        where o.provider_id = p.id and o.bid_id is not null)
      + (select coalesce(sum(o.cost), 0) from offers o
        where o.provider_id = p.id and o.refunded_at is not null)`,
  "a balance that fell below zero, and not by a reversal": `
    select l.id from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.balance < 0 and l.amount < 0 and e.kind <> 'reversal'`,
  "an entry that does not balance": `
    select entry_id as id from ledger_lines group by 1 having sum(amount) <> 0`,
  "two visits of one provider at a time": `
    select a.id from appointments a
    join appointments b on b.provider_id = a.provider_id and b.id > a.id
      and b.starts_at < a.ends_at and b.ends_at > a.starts_at
    where a.state <> 'canceled' and b.state <> 'canceled'`,
  "a visit that is held without waiting for a yes, or booked without one": `
    select a.id from appointments a join offers o on o.id = a.offer_id
    where a.state <> 'canceled' and (o.state <> 'accepted'
      or (a.state = 'booked') <> (o.customer_approved_at is not null))`,
  "contact details that are shown without a yes, too briefly, or beyond a year": `
    select id from offers
    where (customer_approved_at is null) <> (contact_until is null)
      or contact_until < customer_approved_at + interval '30 days'
      or contact_until > customer_approved_at + interval '365 days'`,
  "a visit for a request that its customer ended, or with a company that they stopped": `
    select a.id from appointments a join service_requests r on r.id = a.request_id
    where a.state <> 'canceled' and (r.outcome is not null or exists (
      select from provider_opt_outs x
      where x.provider_id = a.provider_id and x.contact_hash in (r.phone_hash, r.email_hash)))`,
  "a visit of another offer, request or provider than its own": `
    select a.id from appointments a join offers o on o.id = a.offer_id
    where a.request_id <> o.request_id or a.provider_id <> o.provider_id`,
  "an event of an offer that is missing, or there twice": `
    select o.id, x.kind from offers o
    left join offer_disputes d on d.offer_id = o.id
    cross join lateral ${EXPECTED_EVENTS}
    where x.is_expected::int <> (
        select count(*) from request_events e
        where e.request_id = o.request_id and e.kind = x.kind and e.detail ->> 'offerId' = o.id::text)
      or x.is_expected::int <> (
        select count(*) from audit_log a
        where a.entity_id = o.request_id::text and a.action = x.kind
          and a.changes ->> 'offerId' = o.id::text)`,
  "a change of a visit that is there twice": `
    select detail ->> 'offerId' as id from request_events
    where kind in ('visit-held', 'visit-booked', 'visit-moved', 'visit-canceled')
    group by 1, detail ->> 'sequence' having count(*) > 1`,
  "a request that was not closed once": `
    select r.id from service_requests r
    where (r.status = 'closed')::int <> (
      select count(*) from request_events e
      where e.request_id = r.id and (e.kind = 'closed-by-customer'
        or (e.kind = 'status' and e.detail ->> 'to' = 'closed')))`,
  "an offer that waits for an answer to a closed request": `
    select o.id from offers o join service_requests r on r.id = o.request_id
    where r.status = 'closed'
      and (o.state = 'open' or (o.state = 'accepted' and o.customer_approved_at is null))`,
  "a granted dispute whose credits did not come back": `
    select d.id from offer_disputes d join offers o on o.id = d.offer_id
    where d.decision = 'granted' and o.refunded_at is null`,
  "a wrong count of jobs that are done": `
    select p.id from providers p where p.jobs_completed <> (
      select count(*) from jobs j where j.provider_id = p.id and j.stage = 'done')`,
};

/** What is wrong in a database whose offers were all made and changed by the application. */
export async function listBrokenInvariants(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, text] of Object.entries(NEVER)) {
    const rows = await queryRows(db, text, text.includes("$1") ? [REFUND_REASONS] : []);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
