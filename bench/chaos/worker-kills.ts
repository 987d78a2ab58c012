import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ContactSyncFake } from "#tests/fakes/contact-sync.ts";
import { withCrm } from "./crm-fake.ts";
import { type ChaosResult, formatSeconds, type PartOptions } from "./metrics.ts";
import { createLead, getFormConfig, type Lead, postLead } from "./quote-load.ts";
import { type Site, type SiteProcess, withSite } from "./site.ts";

const LEADS_PER_ROUND = 10;
const POLL_MS = 20;
/** Several times the lease of a dead worker's rows. */
const DELIVERY_DEADLINE_MS = 150_000;
const KILL_DEADLINE_MS = 30_000;

/**
 * When the worker is killed: before its call arrives, while the response is held, once the contact
 * is created, when the response is on its way back.
 */
const MOMENTS = ["before", "during", "created", "after"] as const;
type Moment = (typeof MOMENTS)[number];

type CrmProxy = {
  url: string;
  set: (moment: Moment | "open", kill: () => void) => void;
  close: () => Promise<void>;
};

/** A proxy between worker and CRM that can stop a call before it arrives and when it returns. */
async function startCrmProxy(crm: ContactSyncFake): Promise<CrmProxy> {
  const target = new URL(crm.url);
  let moment: Moment | "open" = "open";
  let kill = () => {};
  const server = createServer((worker) => {
    worker.on("error", () => {});
    if (moment === "before") {
      kill();
      worker.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on("error", () => {});
    worker.pipe(upstream);
    upstream.on("data", (part) => worker.write(part, () => moment === "after" && kill()));
    upstream.on("close", () => worker.destroy());
    worker.on("close", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    set(nextMoment, nextKill) {
      moment = nextMoment;
      kill = nextKill;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

/** Kills workers at every stage of a delivery; each lead must still become exactly one contact. */
export function killWorkers({ quick }: PartOptions): Promise<ChaosResult[]> {
  const rounds = quick ? 1 : 3;
  return withCrm(async (crm, env) => {
    const crmProxy = await startCrmProxy(crm);
    try {
      return await withSite({ ...env, CONTACT_SYNC_URL: crmProxy.url }, async (site) => {
        await site.start({ ROLE: "web" });
        const form = await getFormConfig(site.port);
        const leads: Lead[] = [];
        for (const moment of MOMENTS) {
          for (let round = 0; round < rounds; round++) {
            const newLeads = Array.from({ length: LEADS_PER_ROUND }, () => createLead(form));
            await Promise.all(newLeads.map((lead) => postLead(lead, { port: site.port })));
            leads.push(...newLeads);
            await killWorkerAt(moment, { site, crm, crmProxy });
          }
        }
        crmProxy.set("open", () => {});
        crm.behave({ kind: "ok" });
        site.spawn({ ROLE: "worker" });
        const tookMs = await waitUntilDelivered(site);
        return [
          await checkDeliveries({ site, crm, leads, kills: MOMENTS.length * rounds, tookMs }),
        ];
      });
    } finally {
      await crmProxy.close();
    }
  });
}

async function killWorkerAt(
  moment: Moment,
  { site, crm, crmProxy }: { site: Site; crm: ContactSyncFake; crmProxy: CrmProxy },
): Promise<void> {
  let worker: SiteProcess | undefined;
  const kill = () => worker?.kill("SIGKILL");
  crmProxy.set(moment, kill);
  // Some calls succeed or are held before the fatal one, so that deliveries are in different
  // stages.
  const fatal = crm.calls.length + 1 + Math.floor(Math.random() * (LEADS_PER_ROUND / 2));
  crm.behave((call) => {
    if (moment === "after") return { kind: "ok" };
    if (call >= fatal) kill();
    return { kind: moment === "created" ? "created-then-cut" : "hang" };
  });
  worker = site.spawn({ ROLE: "worker" });
  const deadline = setTimeout(kill, KILL_DEADLINE_MS);
  await worker.exited;
  clearTimeout(deadline);
}

async function waitUntilDelivered(site: Site): Promise<number> {
  const since = performance.now();
  return site.withDatabase(async (client) => {
    while (performance.now() - since < DELIVERY_DEADLINE_MS) {
      const { rowCount } = await client.query(
        "select from crm_outbox where state <> 'delivered' limit 1",
      );
      if (rowCount === 0) return performance.now() - since;
      await wait(POLL_MS);
    }
    return Number.POSITIVE_INFINITY;
  });
}

async function checkDeliveries(observed: {
  site: Site;
  crm: ContactSyncFake;
  leads: Lead[];
  kills: number;
  tookMs: number;
}): Promise<ChaosResult> {
  const { site, crm, leads, kills, tookMs } = observed;
  const stored = await site.withDatabase(
    async (client) =>
      (
        await client.query<{ id: string; email: string; contact: string | null }>(
          "select id, customer_email as email, ghl_contact_id as contact from service_requests",
        )
      ).rows,
  );
  const calls = Map.groupBy(crm.calls, (call) => String(call.body.record.customer_email));
  const getKeys = (email: string) =>
    new Set(calls.get(email)?.map((call) => call.headers["idempotency-key"]));
  const deliveredOnce = leads.filter(({ email }) => {
    const row = stored.find((candidate) => candidate.email === email);
    return (
      row !== undefined &&
      getKeys(email).size === 1 &&
      crm.contacts.has(row.id) &&
      row.contact === crm.contacts.get(row.id)
    );
  }).length;
  const delivered = Number.isFinite(tookMs)
    ? `all delivered ${formatSeconds(tookMs)} after the last kill`
    : "not all delivered in time";
  return {
    name: `worker killed ${kills} times before, during and after the CRM call`,
    result: `${crm.contacts.size} contacts for ${leads.length} leads, ${deliveredOnce} of them one contact and one key; ${crm.calls.length} calls; ${delivered}`,
    met:
      crm.contacts.size === leads.length &&
      deliveredOnce === leads.length &&
      Number.isFinite(tookMs),
  };
}
