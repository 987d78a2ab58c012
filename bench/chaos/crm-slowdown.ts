import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { ContactSyncDouble } from "#tests/fakes/contact-sync.ts";
import { CRM_FAULTS, FORGET_FAULTS, withCrm } from "./crm-double.ts";
import { compareWithDatabase, describeTally, isWhole, type Tally } from "./ledger.ts";
import { median, type PartOptions, percentile, type Row } from "./metrics.ts";
import { type FormConfig, getFormConfig, type Lead, startQuoteLoad } from "./quote-load.ts";
import { type Site, untilIdle, withSite } from "./site.ts";

const POSTS_PER_SECOND = 50;
const ROUND_MS = 3_000;
const GROWTH_LIMIT = 0.1;

type Round = { fault: string | null; p95: number };

/** Compares quote posts during CRM faults with the same load on a healthy CRM; rounds alternate. */
export function slowCrm({ quick }: PartOptions): Promise<Row[]> {
  const repeats = quick ? 1 : 2;
  return withCrm((crm, env) =>
    withSite(env, async (site) => {
      await site.start();
      const form = await getFormConfig(site.port);
      // Pages are rendered and compressed after a start; that is not measured here.
      await untilIdle(site);
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
      return [checkSlowdown(rounds, await compareWithDatabase(site, leads))];
    }),
  );
}

type RoundOptions = {
  site: Site;
  form: FormConfig;
  crm: ContactSyncDouble;
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
  await client.query(FORGET_FAULTS);
  const load = startQuoteLoad({ port: site.port, form, perSecond: POSTS_PER_SECOND });
  await wait(ROUND_MS);
  await load.stop();
  leads.push(...load.leads);
  return percentile(
    load.replies.map((reply) => reply.answeredAt - reply.sentAt),
    0.95,
  );
}

function checkSlowdown(rounds: readonly Round[], tally: Tally): Row {
  const well = rounds.filter((round) => round.fault === null).map((round) => round.p95);
  const sick = rounds.filter((round) => round.fault !== null);
  const base = median(well);
  const growth = median(sick.map((round) => round.p95)) / base - 1;
  const percent = (part: number) => `${part >= 0 ? "+" : ""}${(part * 100).toFixed(0)} %`;
  const modes = Object.keys(CRM_FAULTS).map(
    (fault) =>
      `${fault} ${median(sick.filter((round) => round.fault === fault).map((round) => round.p95)).toFixed(1)}`,
  );
  return {
    name: `CRM misbehaving in every mode, ${POSTS_PER_SECOND} posts a second`,
    figure:
      `quote p95 ${base.toFixed(1)} ms beside a well CRM (rounds from ${Math.min(...well).toFixed(1)} to ${Math.max(...well).toFixed(1)}), ` +
      `changed by ${percent(growth)} beside a sick one (${modes.join(", ")} ms); ${describeTally(tally)}`,
    met: growth < GROWTH_LIMIT && isWhole(tally),
  };
}
