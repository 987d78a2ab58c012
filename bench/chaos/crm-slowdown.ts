import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { ContactSyncFake } from "#tests/fakes/contact-sync.ts";
import { waitUntilSettled } from "../site.ts";
import { median, percentile } from "../statistics.ts";
import { CRM_FAULTS, RESET_FAULTS, withCrm } from "./crm-fake.ts";
import { countLeads, formatLeadCounts, isComplete, type LeadCounts } from "./ledger.ts";
import type { ChaosResult, PartOptions } from "./metrics.ts";
import { type FormConfig, getFormConfig, type Lead, startQuoteLoad } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const POSTS_PER_SECOND = 50;
const ROUND_MS = 3_000;
const GROWTH_LIMIT = 0.1;

type Round = { fault: string | null; p95: number };

/** Compares quote posts during CRM faults with the same load on a healthy CRM; rounds alternate. */
export function slowCrm({ quick }: PartOptions): Promise<ChaosResult[]> {
  const repeats = quick ? 1 : 2;
  return withCrm((crm, env) =>
    withSite(env, async (site) => {
      await site.start();
      const form = await getFormConfig(site.port);
      // Pages are rendered and compressed after a start; that is not measured here.
      await waitUntilSettled({ url: site.origin });
      const leads: Lead[] = [];
      const rounds: Round[] = [];
      await site.withDatabase(async (client) => {
        for (let repeat = 0; repeat < repeats; repeat++) {
          for (const fault of Object.keys(CRM_FAULTS)) {
            for (const mode of repeat % 2 === 0 ? [null, fault] : [fault, null])
              rounds.push({
                fault: mode,
                p95: await measureRound({ site, form, crm, client, leads, fault: mode }),
              });
          }
        }
      });
      return [checkSlowdown(rounds, await countLeads(site, leads))];
    }),
  );
}

type RoundOptions = {
  site: Site;
  form: FormConfig;
  crm: ContactSyncFake;
  client: pg.Client;
  leads: Lead[];
  fault: string | null;
};

async function measureRound({
  site,
  form,
  crm,
  client,
  leads,
  fault,
}: RoundOptions): Promise<number> {
  crm.behave((fault !== null && CRM_FAULTS[fault]) || { kind: "ok" });
  await client.query(RESET_FAULTS);
  const load = startQuoteLoad({ port: site.port, form, perSecond: POSTS_PER_SECOND });
  await wait(ROUND_MS);
  await load.stop();
  leads.push(...load.leads);
  return percentile(
    load.replies.map((reply) => reply.answeredAt - reply.sentAt),
    0.95,
  );
}

function checkSlowdown(rounds: readonly Round[], tally: LeadCounts): ChaosResult {
  const healthy = rounds.filter((round) => round.fault === null).map((round) => round.p95);
  const faulty = rounds.filter((round) => round.fault !== null);
  const base = median(healthy);
  const growth = median(faulty.map((round) => round.p95)) / base - 1;
  const percent = (part: number) => `${part >= 0 ? "+" : ""}${(part * 100).toFixed(0)} %`;
  const modes = Object.keys(CRM_FAULTS).map(
    (fault) =>
      `${fault} ${median(faulty.filter((round) => round.fault === fault).map((round) => round.p95)).toFixed(1)}`,
  );
  return {
    name: `CRM failing in every mode, ${POSTS_PER_SECOND} posts a second`,
    result:
      `quote p95 ${base.toFixed(1)} ms with a healthy CRM (rounds from ${Math.min(...healthy).toFixed(1)} to ${Math.max(...healthy).toFixed(1)}), ` +
      `changed by ${percent(growth)} with a faulty one (${modes.join(", ")} ms); ${formatLeadCounts(tally)}`,
    met: growth < GROWTH_LIMIT && isComplete(tally),
  };
}
