import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { ContactSyncDouble } from "#tests/fakes/contact-sync.ts";
import { CRM_FAULTS, FORGET_FAULTS, withCrm } from "./crm-double.ts";
import { compareWithDatabase, describeTally, isWhole } from "./ledger.ts";
import { formatSeconds, getMostInWindow, type PartOptions, type Row } from "./metrics.ts";
import { createLead, type FormConfig, getFormConfig, type Lead, postLead } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const LEADS_PER_FAULT = 30;
/**
 * Longer than the deadline of one call, so that even a CRM that never responds has been noticed.
 */
const LONGEST_FAULT_MS = 17_000;
const FAULTY_CALLS = 5;
const RECOVERY_LIMIT_MS = 10 * MINUTE_MS;
/** Maximum time that the recovery is observed. */
const WATCHED_MS = 180_000;
const POLL_MS = 250;
const RATE_LIMIT = 100;
const RATE_WINDOW_MS = 10_000;
/** One call opens a rate window; this much later, near its end, many leads arrive at once. */
const BURST_AFTER_MS = 9_000;
const BURST_LEADS = 220;

type Bench = {
  site: Site;
  crm: ContactSyncDouble;
  client: pg.Client;
  form: FormConfig;
  leads: Lead[];
};

/**
 * Sends leads while the CRM fails in every way; after its recovery everything must arrive without
 * exceeding the call limit.
 */
export function recoverCrm({ quick }: PartOptions): Promise<Row[]> {
  return withCrm((crm, env) =>
    withSite(env, async (site) => {
      await site.start();
      const form = await getFormConfig(site.port);
      const leads: Lead[] = [];
      return site.withDatabase(async (client) => {
        const bench = { site, crm, client, form, leads };
        for (const fault of Object.keys(CRM_FAULTS)) await causeOutage(bench, fault);
        const recovery = await awaitRecovery(bench);
        if (!quick) await postBurst(bench);
        const rows = await checkRecovery(bench, recovery);
        return quick ? rows : [...rows, checkRate(crm)];
      });
    }),
  );
}

const post = async ({ site, form, leads }: Bench, count: number) => {
  const fresh = Array.from({ length: count }, () => createLead(form));
  leads.push(...fresh);
  await Promise.all(fresh.map((lead) => postLead(lead, { port: site.port })));
};

/** Sends leads until the fault has occurred several times, or for as long as one call may hang. */
async function causeOutage(bench: Bench, fault: string): Promise<void> {
  const { crm, client } = bench;
  crm.behave(CRM_FAULTS[fault] ?? { kind: "ok" });
  await client.query(FORGET_FAULTS);
  const before = crm.calls.length;
  const since = performance.now();
  await post(bench, LEADS_PER_FAULT);
  const hangs = CRM_FAULTS[fault]?.kind === "hang";
  while (
    performance.now() - since < LONGEST_FAULT_MS &&
    (hangs || crm.calls.length < before + FAULTY_CALLS)
  )
    await wait(POLL_MS);
}

type Recovery = { tookMs: number; waited: number };

async function awaitRecovery({ crm, client }: Bench): Promise<Recovery> {
  crm.behave({ kind: "ok" });
  const since = performance.now();
  const waited = await countWaiting(client);
  while (performance.now() - since < WATCHED_MS) {
    if ((await countWaiting(client)) === 0) return { tookMs: performance.now() - since, waited };
    await wait(POLL_MS);
  }
  return { tookMs: Number.POSITIVE_INFINITY, waited };
}

async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    "select count(*)::int as rows from crm_outbox where state <> 'delivered'",
  );
  return rows[0]?.rows ?? 0;
}

async function postBurst(bench: Bench): Promise<void> {
  await wait(RATE_WINDOW_MS);
  await post(bench, 1);
  await wait(BURST_AFTER_MS);
  await post(bench, BURST_LEADS);
  await wait(2 * RATE_WINDOW_MS);
}

async function checkRecovery(
  { site, crm, leads }: Bench,
  { tookMs, waited }: Recovery,
): Promise<Row[]> {
  const tally = await compareWithDatabase(site, leads);
  const met = isWhole(tally) && tookMs <= RECOVERY_LIMIT_MS;
  const took = Number.isFinite(tookMs)
    ? formatSeconds(tookMs)
    : `more than ${formatSeconds(WATCHED_MS)}, as long as it was watched`;
  return [
    {
      name: "CRM well again after every fault",
      figure: `${waited} waiting leads delivered in ${took}; ${describeTally(tally)}; ${crm.contacts.size} contacts`,
      met,
    },
  ];
}

function checkRate(crm: ContactSyncDouble): Row {
  const most = getMostInWindow(
    crm.calls.map((call) => call.at),
    RATE_WINDOW_MS,
  );
  return {
    name: `at most ${RATE_LIMIT} calls to the CRM in any 10 s`,
    figure: `${most} of ${crm.calls.length} calls fell into one span of 10 s`,
    met: most <= RATE_LIMIT,
  };
}
