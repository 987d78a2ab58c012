import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { ContactSyncFake } from "#tests/fakes/contact-sync.ts";
import { CRM_FAULTS, RESET_FAULTS, withCrm } from "./crm-fake.ts";
import { countLeads, formatLeadCounts, isComplete } from "./ledger.ts";
import { type ChaosResult, countMaxInWindow, formatSeconds, type PartOptions } from "./metrics.ts";
import { createLead, type FormConfig, getFormConfig, type Lead, postLead } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const LEADS_PER_FAULT = 30;
/**
 * Longer than the deadline of one call, so that even a CRM that never responds has been noticed.
 */
const MAX_FAULT_MS = 17_000;
const FAULTY_CALLS = 5;
const RECOVERY_LIMIT_MS = 10 * MINUTE_MS;
/** Maximum time that the recovery is observed. */
const OBSERVED_MS = 180_000;
const POLL_MS = 250;
const RATE_LIMIT = 100;
const RATE_WINDOW_MS = 10_000;
/** One call opens a rate window; this much later, near its end, many leads arrive at once. */
const BURST_AFTER_MS = 9_000;
const BURST_LEADS = 220;

type Setup = {
  site: Site;
  crm: ContactSyncFake;
  client: pg.Client;
  form: FormConfig;
  leads: Lead[];
};

/**
 * Sends leads while the CRM fails in every way; after its recovery everything must arrive without
 * exceeding the call limit.
 */
export function recoverCrm({ quick }: PartOptions): Promise<ChaosResult[]> {
  return withCrm((crm, env) =>
    withSite(env, async (site) => {
      await site.start();
      const form = await getFormConfig(site.port);
      const leads: Lead[] = [];
      return site.withDatabase(async (client) => {
        const setup = { site, crm, client, form, leads };
        for (const fault of Object.keys(CRM_FAULTS)) await causeOutage(setup, fault);
        const recovery = await waitForRecovery(setup);
        if (!quick) await postBurst(setup);
        const rows = await checkRecovery(setup, recovery);
        return quick ? rows : [...rows, checkRate(crm)];
      });
    }),
  );
}

const postLeads = async ({ site, form, leads }: Setup, count: number) => {
  const newLeads = Array.from({ length: count }, () => createLead(form));
  leads.push(...newLeads);
  await Promise.all(newLeads.map((lead) => postLead(lead, { port: site.port })));
};

/** Sends leads until the fault has occurred several times, or for as long as one call may hang. */
async function causeOutage(setup: Setup, fault: string): Promise<void> {
  const { crm, client } = setup;
  crm.behave(CRM_FAULTS[fault] ?? { kind: "ok" });
  await client.query(RESET_FAULTS);
  const before = crm.calls.length;
  const since = performance.now();
  await postLeads(setup, LEADS_PER_FAULT);
  const hangs = CRM_FAULTS[fault]?.kind === "hang";
  while (
    performance.now() - since < MAX_FAULT_MS &&
    (hangs || crm.calls.length < before + FAULTY_CALLS)
  )
    await wait(POLL_MS);
}

type Recovery = { tookMs: number; waited: number };

async function waitForRecovery({ crm, client }: Setup): Promise<Recovery> {
  crm.behave({ kind: "ok" });
  const since = performance.now();
  const waited = await countWaiting(client);
  while (performance.now() - since < OBSERVED_MS) {
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

async function postBurst(setup: Setup): Promise<void> {
  await wait(RATE_WINDOW_MS);
  await postLeads(setup, 1);
  await wait(BURST_AFTER_MS);
  await postLeads(setup, BURST_LEADS);
  await wait(2 * RATE_WINDOW_MS);
}

async function checkRecovery(
  { site, crm, leads }: Setup,
  { tookMs, waited }: Recovery,
): Promise<ChaosResult[]> {
  const tally = await countLeads(site, leads);
  const met = isComplete(tally) && tookMs <= RECOVERY_LIMIT_MS;
  const took = Number.isFinite(tookMs)
    ? formatSeconds(tookMs)
    : `more than ${formatSeconds(OBSERVED_MS)}, as long as it was observed`;
  return [
    {
      name: "CRM healthy again after every fault",
      result: `${waited} waiting leads delivered in ${took}; ${formatLeadCounts(tally)}; ${crm.contacts.size} contacts`,
      met,
    },
  ];
}

function checkRate(crm: ContactSyncFake): ChaosResult {
  const max = countMaxInWindow(
    crm.calls.map((call) => call.at),
    RATE_WINDOW_MS,
  );
  return {
    name: `at most ${RATE_LIMIT} calls to the CRM in any 10 s`,
    result: `${max} of ${crm.calls.length} calls were within one span of 10 s`,
    met: max <= RATE_LIMIT,
  };
}
