import type pg from "pg";

/**
 * Offers of one provider within a year, evenly, the newest last. Of twenty: eight accepted, five
 * declined, four expired, two withdrawn, one refused by its customer; the last twenty wait. All but the
 * newest accepted ones have the customer's yes.
 */
const CREATE = `
  create temp table bench_offers as
   select n, gen_random_uuid() as id, gen_random_uuid() as request_id, gen_random_uuid() as job_id, gen_random_uuid() as bid_id,
     $2::uuid as provider_id, $1::int - n as newer,
     case when n > $1::int - 20 then 'open' when n % 20 < 8 then 'accepted' when n % 20 < 13 then 'declined'
       when n % 20 < 17 then 'expired' when n % 20 < 19 then 'withdrawn' else 'customer-declined' end as state,
     now() - interval '365 days' * ($1::int - n) / $1::int as at,
     $1::int - n >= 200 as is_answered
   from generate_series(1, $1::int) n`;

/** What belongs to the offers. */
const INSERTS = [
  `insert into service_requests (id, body_hash, customer_name, customer_phone, phone_e164, phone_hash, email_hash, contact_key_version, city, zip_code, zip_valid, service_type, project_type, project_size, description, additional_details, status, created_at)
   select request_id, '-', ('{Rosa,Kim,Ana,Yusuf,Priya,Zoe}'::text[])[1 + n % 6] || ' ' || n, '4045550100', '+1' || lpad((hashtextextended(id::text, 0) & 8589934591)::text, 10, '0'),
     md5('phone' || id), md5('email' || id), 1, 'Atlanta', '30303', '30303', ('{Plumbing,Heating,Roofing}'::text[])[1 + n % 3], '-', '-',
     'The tap in the kitchen drips, and the water below it is brown.', '{"urgency_level": "this-week"}',
     case when n % 40 < 16 and at < now() - interval '36 days' then 'closed' else 'contacted' end, at - interval '5 minutes'
   from bench_offers`,
  `insert into jobs (id, service_type, status, provider_id, request_id, stage, stage_at, not_hired_reason, paid_amount, created_at)
   select job_id, 'Plumbing', case stage when 'done' then 'completed' when 'not-hired' then 'other' else 'in_progress' end, provider_id, request_id,
     stage, case when stage is not null then at + interval '1 day' end,
     case when stage = 'not-hired' then ('{price,timing,chose-another}'::text[])[1 + n % 3] end,
     case when stage = 'done' then 200 + n % 900 end, at + interval '1 minute' * (1 + n * 7 % 25)
   from (
     select *, case when state <> 'accepted' or n % 20 = 0 or newer < 600 then null
       else ('{done,started,not-hired,done}'::text[])[1 + n % 4] end as stage
     from bench_offers where state in ('accepted', 'customer-declined')
   ) o`,
  `insert into bids (id, provider_id, job_id, status, amount, created_at)
   select bid_id, provider_id, job_id, case state when 'accepted' then state else 'declined' end, 25, at + interval '1 minute' * (1 + n * 7 % 25)
   from bench_offers where state in ('accepted', 'customer-declined')`,
  `insert into offers (id, request_id, provider_id, state, token_hash, cost, job_id, bid_id, offered_by, match_reasons, created_at, expires_at, decided_at, customer_approved_at, customer_approval_recorded_by, contact_until, refunded_at, refund_reason)
   select id, request_id, provider_id, state, id::text, 25, case when has_job then job_id end, case when has_job then bid_id end, 'bench',
     '[{"check": "area", "ok": true, "text": "The job is in your area"}]', at,
     case state when 'open' then now() + interval '4 hours' else at + interval '30 minutes' end,
     case when state <> 'open' then at + interval '1 minute' * (1 + n * 7 % 25) end,
     case when is_yes then at + interval '1 hour' end, case when is_yes then 'customer' end, case when is_yes then at + interval '30 days' end,
     case when state = 'customer-declined' then at + interval '2 hours' end,
     case when state = 'customer-declined' then 'customer-refused' end
   from (
     select *, state in ('accepted', 'customer-declined') as has_job, state = 'accepted' and is_answered as is_yes
     from bench_offers
   ) o`,
  // One visit after the other, the last of them tomorrow.
  `insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at)
   select gen_random_uuid(), request_id, id, provider_id, case when is_answered then 'booked' else 'held' end, starts_at, starts_at + interval '2 hours', at, at
   from (
     select *, date_trunc('hour', now()) + interval '1 hour' * (26 - 2 * row_number() over (order by n desc)) as starts_at
     from bench_offers where state = 'accepted' and n % 5 = 1
   ) o`,
  // A customer and the company in turns; every tenth customer waits for an answer.
  `insert into request_messages (id, request_id, author, author_id, offer_id, text, channel, created_at)
   select gen_random_uuid(), request_id, case m % 2 when 0 then 'provider' else 'customer' end, case m % 2 when 0 then provider_id end, id,
     'Could you come a little later? The key is with the neighbor.', 'page', at + interval '1 hour' * (1 + m)
   from bench_offers, lateral generate_series(1, case when n % 10 = 0 then 3 else 2 end) m
   where state = 'accepted' and is_answered`,
  `insert into reviews (id, request_id, offer_id, provider_id, rating, words, created_at)
   select gen_random_uuid(), request_id, id, provider_id, 3 + n % 3, 'Came on time, and left no mess.', at + interval '3 days'
   from bench_offers where state = 'accepted' and n % 40 = 1 and at < now() - interval '36 days'`,
];

const TABLES = [
  "service_requests",
  "offers",
  "jobs",
  "bids",
  "appointments",
  "request_messages",
  "reviews",
];

/** Inserts offers of a provider with what belongs to them. */
export async function insertOffers(
  client: pg.Client,
  { offers, providerId }: { offers: number; providerId: string },
): Promise<void> {
  // Otherwise the jobs of the site would end and refund what waits or is outside the area.
  await client.query(
    "update providers set verification_status = 'verified', service_area_zips = '{30303}' where id = $1",
    [providerId],
  );
  await client.query("drop table if exists bench_offers");
  // A statement that creates a table has no parameters.
  await client.query(
    CREATE.replaceAll("$1", String(offers)).replaceAll("$2", client.escapeLiteral(providerId)),
  );
  for (const insert of INSERTS) await client.query(insert);
  for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
}
