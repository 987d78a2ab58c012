import pg from "pg";
import { listServiceChoices } from "#app/features/providers/profile/service-choices.server.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, waitUntilSettled } from "./site.ts";
import { CALLS, measureVisits, signInStaff, type Visit } from "./staff-visits.ts";
import { startWatchedSite } from "./watched-site.ts";
import { CORES_NOTE, SERVER_CORE, type Workspace } from "./workspace.ts";

const PROVIDERS = 50_000;
const JOBS = 150_000;
const TARGET_MS = 100;

const LIST = "/backyard/providers";
const find = (word: string) => `${LIST}?q=${encodeURIComponent(word)}`;

const VISITS: Visit[] = [
  { what: "list and totals", paths: [LIST], targetMs: TARGET_MS },
  {
    what: "search by company",
    paths: ["maple", "river plumb", "stone roofing 4", "harbor", "nobody at all"].map(find),
    targetMs: TARGET_MS,
  },
  {
    what: "search by contact",
    paths: ["rosa", "lopez", "kim nguyen", "ana b"].map(find),
    targetMs: TARGET_MS,
  },
  {
    what: "search by city",
    paths: ["atlanta", "st. louis", "dallas", "new york"].map(find),
    targetMs: TARGET_MS,
  },
  {
    what: "search by phone",
    paths: ["(404) 555", "555-0177", "4045550123", "0142"].map(find),
    targetMs: TARGET_MS,
  },
  { what: "search by two letters", paths: ["st", "zz", "12"].map(find), targetMs: TARGET_MS },
  {
    what: "status filter",
    paths: ["pending", "verified", "rejected", "expired"].map(
      (status) => `${LIST}?status=${status}`,
    ),
    targetMs: TARGET_MS,
  },
  {
    what: "search and status",
    paths: ["pending", "expired"].map((status) => `${find("maple")}&status=${status}`),
    targetMs: TARGET_MS,
  },
];

/**
 * Companies, people and cities in cycles whose lengths share no factor, so that all pairs occur.
 */
const INSERT = `
  insert into providers (id, company_name, contact_name, phone, business_city, business_state, service_categories, service_area_zips, verification_status, verified_until, created_at)
  select gen_random_uuid(),
    ('{Maple,River,Stone,Harbor,Peach,Cedar,Summit,Blue}'::text[])[1 + n % 8] || ' ' || ($2::text[])[1 + n % cardinality($2::text[])] || ' ' || n,
    ('{Ana,Rosa,Kim,Sam,Omar,Priya,Zoe}'::text[])[1 + n % 7] || ' ' || ('{Lopez,Nguyen,Baker,Hall,Mercado}'::text[])[1 + n % 5],
    '(' || (201 + n % 700) || ') 555-' || lpad((n % 10000)::text, 4, '0'),
    ('{Atlanta,St. Louis,Dallas,New York,Macon,Phoenix}'::text[])[1 + n % 6], 'GA',
    ($2::text[])[1 + n % 40 : 1 + n % 40 + n % 5], array(select lpad((10000 + (n * 7 + z) % 80000)::text, 5, '0') from generate_series(1, 10 + n % 90) z),
    ('{verified,verified,verified,pending,expired,rejected}'::text[])[1 + n % 6], now() + make_interval(days => n % 400 - 30), now() - make_interval(mins => n * 10)
  from generate_series(1, $1::int) n`;

/** Measures the list of 50,000 providers, for one signed-in person. */
export async function measureProviders(workspace: Workspace): Promise<Report> {
  const site = await startWatchedSite(workspace, { core: SERVER_CORE });
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const lines: Line[] = [
    {
      what: `${PROVIDERS.toLocaleString("en-US")} providers inserted in`,
      value: `${(await seed(url)).toFixed(0)} s`,
    },
  ];
  const cookie = await signInStaff(site, url);
  const pages = await listFarPages(url);
  await waitUntilSettled(site);
  lines.push(
    ...(await measureVisits(site, {
      cookie,
      visits: [
        ...VISITS,
        { what: "pages in the middle and at the end", paths: pages, targetMs: TARGET_MS },
      ],
    })),
  );
  await site.stop();
  return {
    notes: [`${CALLS} calls each, one at a time, whole pages over HTTP; ${CORES_NOTE}`],
    lines,
  };
}

/** @returns how many seconds the inserts took */
async function seed(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  await client.query("set statement_timeout = 0");
  const services = listServiceChoices().flatMap(({ services }) => services);
  await client.query(INSERT, [PROVIDERS, services]);
  await client.query(
    `insert into payments_subscriptions (id, provider_id, status, package_tier) select gen_random_uuid(), id, ('{active,active,trialing,past_due,canceled}'::text[])[1 + (random() * 4)::int], 'pro' from providers`,
  );
  await client.query(
    `insert into jobs (id, service_type, status, provider_id, created_at)
     select gen_random_uuid(), 'Plumbing', 'completed', p.ids[1 + n % cardinality(p.ids)], now() - make_interval(mins => n) from generate_series(1, $1::int) n, (select array_agg(id) as ids from providers) p`,
    [JOBS],
  );
  await client.query(
    `insert into verification_evidence (id, provider_id, "check", description, checked_by, valid_until, created_at)
     select gen_random_uuid(), id, c, 'Seen', 'Bench', current_date + (random() * 400)::int, now() from providers, unnest('{license,insurance}'::text[]) c`,
  );
  for (const table of ["providers", "payments_subscriptions", "jobs", "verification_evidence"])
    await client.query(`vacuum (analyze) ${table}`);
  await client.end();
  return (performance.now() - started) / 1_000;
}

/** URLs of pages far from the newest row. */
async function listFarPages(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ cursor: string }>(
    `select floor(extract(epoch from created_at) * 1000)::bigint || '.' || id as cursor
     from (select created_at, id, row_number() over (order by created_at desc) as position from providers) p where position in (25000, 40000, 49000, 49990)`,
  );
  await client.end();
  return rows.map(({ cursor }) => `${LIST}?after=${cursor}`);
}
