import pg from "pg";
import { JOB_LISTS } from "#app/features/offers/portal/job-stages.ts";
import { formatCursor } from "#app/lib/cursor.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { createSignedInPerson } from "#tests/provider-people.ts";
import { insertLedger } from "./credits.ts";
import { insertOffers } from "./provider-offers.ts";
import type { Report } from "./report.ts";
import { getDataDir, waitUntilSettled } from "./site.ts";
import { CALLS, measureVisits, type Visit } from "./staff-visits.ts";
import { startWatchedSite } from "./watched-site.ts";
import { CORES_NOTE, SERVER_CORE, type Workspace } from "./workspace.ts";

const OFFERS = 100_000;
const OTHER_OFFERS = 50_000;
const LEDGER_LINES = 100_000;
const TARGET_MS = 100;
/** How far down its list a page begins, as a share of it. */
const DEPTHS = [0.1, 0.5, 0.9, 0.999];
const SHOWN_JOBS = 5;

/**
 * Measures the portal of a provider who got 100,000 offers within a year, beside another who got half
 * of that.
 */
export async function measureProviderLists(workspace: Workspace): Promise<Report> {
  const site = await startWatchedSite(workspace, { core: SERVER_CORE });
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query("set statement_timeout = 0");
  const started = performance.now();
  const { providerId, headers } = await createSignedInPerson(client);
  const other = await createSignedInPerson(client);
  await insertOffers(client, { offers: OFFERS, providerId });
  await insertOffers(client, { offers: OTHER_OFFERS, providerId: other.providerId });
  await insertLedger(client, { lines: LEDGER_LINES, providerId });
  for (const table of ["ledger_entries", "ledger_lines", "credit_purchases"])
    await client.query(`vacuum (analyze) ${table}`);
  const seconds = (performance.now() - started) / 1_000;
  const visits = await listVisits(client, providerId);
  await client.end();
  await waitUntilSettled(site);
  const lines = [
    {
      what: `${OFFERS.toLocaleString("en-US")} offers inserted in`,
      value: `${seconds.toFixed(0)} s`,
    },
    ...(await measureVisits(site, { cookie: headers.Cookie, visits })),
  ];
  await site.stop();
  return {
    notes: [`${CALLS} calls each, one at a time, whole pages over HTTP; ${CORES_NOTE}`],
    lines,
  };
}

async function listVisits(client: pg.Client, providerId: string): Promise<Visit[]> {
  const pages = [
    { what: "today", paths: ["/pro/today"] },
    { what: "offers, first page", paths: ["/pro/offers"] },
    {
      what: "offers, pages deep inside",
      paths: await listDeepPages(client, {
        path: "/pro/offers",
        where: "state <> 'open'",
        providerId,
      }),
    },
    { what: "open jobs, first page", paths: ["/pro/jobs"] },
    ...(await Promise.all(
      JOB_LISTS.map(async (list) => ({
        what: `${list} jobs, pages deep inside`,
        paths: await listDeepPages(client, {
          path: `/pro/jobs?list=${list}`,
          where: "state = 'accepted'",
          providerId,
        }),
      })),
    )),
    { what: "a job", paths: await listJobPages(client, providerId) },
    { what: "figures of 90 days", paths: ["/pro/figures?days=90"] },
    { what: "figures of 365 days", paths: ["/pro/figures?days=365"] },
    { what: "statement", paths: ["/pro/credits"] },
  ];
  return pages.map((page) => ({ ...page, targetMs: TARGET_MS }));
}

type List = { path: string; where: string; providerId: string };

/** Pages of a list at some depths; those of jobs begin at a job's time, which is near its offer's. */
async function listDeepPages(
  client: pg.Client,
  { path, where, providerId }: List,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    `select o.id, o.created_at as at from unnest($2::float8[]) depth, lateral (
       select id, created_at from offers where provider_id = $1 and ${where}
       order by created_at desc, id desc
       offset (select floor(count(*) * depth) from offers where provider_id = $1 and ${where}) limit 1
     ) o`,
    [providerId, DEPTHS],
  );
  const separator = path.includes("?") ? "&" : "?";
  return rows.map((row) => `${path}${separator}before=${formatCursor(row)}`);
}

/** The newest jobs with the customer's yes, which show the most. */
async function listJobPages(client: pg.Client, providerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select o.id from offers o join appointments a on a.offer_id = o.id
     where o.provider_id = $1 and o.customer_approved_at is not null
     order by o.created_at desc limit $2`,
    [providerId, SHOWN_JOBS],
  );
  return rows.map(({ id }) => `/pro/jobs/${id}`);
}
