import pg from "pg";
import { listPaymentFacts } from "#app/features/billing/reversals/reversals.sql.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { createSignedInPerson } from "#tests/provider-people.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, waitUntilSettled } from "./site.ts";
import { CALLS, measureVisits } from "./staff-visits.ts";
import { percentile } from "./statistics.ts";
import { startWatchedSite } from "./watched-site.ts";
import { CORES_NOTE, SERVER_CORE, type Workspace } from "./workspace.ts";

const LINES = 100_000;
const OTHER_LINES = 50_000;
const EVENTS = 200_000;
const EVENT_READS = 20;
const TARGET_MS = 100;
const PAGE = "/pro/credits";

/** Six offers for ten lines. */
const OFFER_INSERTS = [
  `insert into service_requests (id, body_hash, customer_name, customer_phone, city, zip_valid, service_type, project_type, project_size, additional_details, created_at)
   select gen_random_uuid(), '-', 'Bench', '4045550100', 'Atlanta', '30303', 'Plumbing', '-', '-', '{}', now() from generate_series(1, $1::int * 6 / 10) n`,
  `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at)
   select gen_random_uuid(), id, $2::uuid, 'declined', id || $2::text, 25, 'bench', now(), now() from service_requests order by id limit $1::int * 6 / 10`,
];

/** Of ten lines: six offers, two of them returned, one purchase, of which a part goes back. */
const LEDGER_INSERTS = [
  `insert into credit_purchases (id, provider_id, credits, cents, state, payment_id, created_at, paid_at)
   select gen_random_uuid(), $2::uuid, 250, 25000, 'paid', 'pi_' || $2 || '_' || n, now(), now() from generate_series(0, $1::int / 10) n`,
  `with o as (select id, row_number() over (order by id) - 1 as place from offers where provider_id = $2::uuid),
     n as (select n, n % 10 as kind, n / 10 as ten, now() - make_interval(mins => $1::int - n) as at from generate_series(1, $1::int) n),
     e as (
       select gen_random_uuid() as id, n.n, n.at,
         case when kind in (0, 8) then 'purchase' when kind = 7 then 'reversal' when kind in (5, 6) then 'refund' else 'offer' end as what,
         case when kind in (0, 8) then 250 when kind = 7 then -50 when kind in (5, 6) then 25 else -25 end as amount,
         case when kind = 0 then 'pi_' || $2 || '_' || ten when kind = 8 then null
           when kind = 7 then 'pi_' || $2 || '_' || ten || ':1' else o.id::text end as reference,
         case when kind = 7 then 'refund:5000' when kind in (5, 6) then 'duplicate' end as note
       from n left join o on o.place = ten * 6 + case when kind in (5, 6) then kind - 4 when kind = 9 then 5 else kind end
     ),
     i as (insert into ledger_entries (id, at, kind, reference, actor, note) select id, at, what, reference, 'bench', note from e)
   insert into ledger_lines (id, entry_id, account, provider_id, amount)
   select gen_random_uuid(), id, account, provider, amount from (
     select e.n, 0 as side, e.id, 'provider' as account, $2::uuid as provider, e.amount from e
     union all
     select e.n, 1, e.id, case when what in ('purchase', 'reversal') then 'cash' else 'earned' end, null, -e.amount from e
   ) l order by n, side`,
];

/** Measures the statement of a provider with 100,000 lines, beside another with half of that. */
export async function measureCredits(workspace: Workspace): Promise<Report> {
  const site = await startWatchedSite(workspace, { core: SERVER_CORE });
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set statement_timeout = 0");
  const started = performance.now();
  const { providerId, headers } = await createSignedInPerson(client);
  const other = await createSignedInPerson(client);
  for (const [provider, count] of [
    [providerId, LINES],
    [other.providerId, OTHER_LINES],
  ] as const) {
    for (const insert of OFFER_INSERTS)
      await insertRows(client, insert, { lines: count, providerId: provider });
    await insertLedger(client, { lines: count, providerId: provider });
  }
  await insertEvents(client);
  for (const table of [
    "ledger_entries",
    "ledger_lines",
    "offers",
    "service_requests",
    "credit_purchases",
    "stripe_events",
  ])
    await client.query(`vacuum (analyze) ${table}`);
  const lines: Line[] = [
    {
      what: `${LINES.toLocaleString("en-US")} lines inserted in`,
      value: `${((performance.now() - started) / 1_000).toFixed(0)} s`,
    },
  ];
  await waitUntilSettled(site);
  const visits = [
    { what: "first page of the statement", paths: [PAGE], targetMs: TARGET_MS },
    {
      what: "pages deep inside",
      paths: [99_000, 75_000, 50_000, 10_000, 51].map((before) => `${PAGE}?before=${before}`),
      targetMs: TARGET_MS,
    },
  ];
  lines.push(...(await measureVisits(site, { cookie: headers.Cookie, visits })));
  lines.push(await measureFacts(client));
  await client.end();
  await site.stop();
  return {
    notes: [`${CALLS} calls each, one at a time, whole pages over HTTP; ${CORES_NOTE}`],
    lines,
  };
}

/** Adds lines to the statement of a provider who has six offers for ten of them. */
export async function insertLedger(
  client: pg.Client,
  provider: { lines: number; providerId: string },
): Promise<void> {
  for (const insert of LEDGER_INSERTS) await insertRows(client, insert, provider);
}

const insertRows = (
  client: pg.Client,
  insert: string,
  { lines, providerId }: { lines: number; providerId: string },
) => client.query(insert, insert.includes("$2") ? [lines, providerId] : [lines]);

const insertEvents = (client: pg.Client) =>
  client.query(
    `insert into stripe_events (id, type, created_at, received_at, detail)
     select 'evt_' || n, 'charge.refunded', now(), now(), jsonb_build_object('outcome', 'noted', 'payment', 'pi_' || n, 'fact', jsonb_build_object('kind', 'charge', 'cents', 5000, 'refundedCents', 100))
     from generate_series(1, $1::int) n`,
    [EVENTS],
  );

/** How long an event of a payment waits for what older events said of it. */
async function measureFacts(client: pg.Client): Promise<Line> {
  const times: number[] = [];
  for (let read = 0; read < EVENT_READS; read++) {
    const started = performance.now();
    await client.query(listPaymentFacts.text, [`pi_${read * 100}`]);
    times.push(performance.now() - started);
  }
  return {
    what: `older events of a payment among ${EVENTS.toLocaleString("en-US")}`,
    value: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  };
}
