import { setTimeout as wait } from "node:timers/promises";
import { compareWithDatabase, describeTally, isWhole, type Tally } from "./ledger.ts";
import { formatCounts, formatSeconds, median, type PartOptions, type Row } from "./metrics.ts";
import { startPlainVisits, type VisitReport } from "./plain-visits.ts";
import { getFormConfig, type Reply, startQuoteLoad } from "./quote-load.ts";
import { type Site, type SiteProcess, withSite } from "./site.ts";

const POSTS_PER_SECOND = 100;
const RECOVERY_LIMIT_MS = 5_000;
const ROUND_DEADLINE_MS = 30_000;
const POLL_MS = 5;
const SHORTEST_PEACE_MS = 300;
const LONGEST_PEACE_MS = 1_500;
/** 303: the form without JavaScript was stored. */
const EXPECTED = new Set<string | number>([200, 303, 503]);

type Outage = {
  /** From the kill to the first request stored by the new server. */
  wholeMs: number;
  /** From the new server's pid file to that request. */
  sinceBackMs: number;
};

/** Kills the postmaster repeatedly under load; the app restarts the database automatically. */
export function killDatabase({ quick }: PartOptions): Promise<Row[]> {
  const rounds = quick ? 4 : 20;
  return withSite({}, async (site) => {
    let server: SiteProcess = await site.start();
    const form = await getFormConfig(site.port);
    let newest: Reply | undefined;
    const load = startQuoteLoad({
      port: site.port,
      form,
      perSecond: POSTS_PER_SECOND,
      onReply(reply) {
        if (reply.status === 200 && reply.sentAt > (newest?.sentAt ?? 0)) newest = reply;
      },
    });
    const visits = startPlainVisits({ site, form });
    const outages: Outage[] = [];
    let deaths = 0;
    for (let round = 0; round < rounds; round++) {
      await wait(SHORTEST_PEACE_MS + Math.random() * (LONGEST_PEACE_MS - SHORTEST_PEACE_MS));
      const outage = await killOnce(site, server, () => newest);
      if (outage) outages.push(outage);
      if (server.isAlive()) continue;
      deaths += 1;
      server = await site.start();
    }
    await load.stop();
    const visited = await visits.stop();
    return [
      checkKills({
        rounds,
        outages,
        deaths,
        visited,
        replies: load.replies,
        tally: await compareWithDatabase(site, load.leads),
      }),
    ];
  });
}

/** Resolves with null if the app did not survive. */
async function killOnce(
  site: Site,
  server: SiteProcess,
  newest: () => Reply | undefined,
): Promise<Outage | null> {
  const before = site.postmaster();
  if (!before) throw new Error("The database does not run.");
  const killedAt = performance.now();
  process.kill(before.pid, "SIGKILL");
  const waits = () => server.isAlive() && performance.now() - killedAt < ROUND_DEADLINE_MS;
  while (waits() && (site.postmaster()?.pid ?? before.pid) === before.pid) await wait(POLL_MS);
  const backAt = performance.now();
  // Backends of the dead server may still finish their work; only a request sent after it came back
  // counts.
  while (waits() && (newest()?.sentAt ?? 0) < backAt) await wait(POLL_MS);
  if (!server.isAlive()) return null;
  const storedAt = waits()
    ? (newest()?.answeredAt ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
  return { wholeMs: storedAt - killedAt, sinceBackMs: storedAt - backAt };
}

type Findings = {
  rounds: number;
  outages: Outage[];
  deaths: number;
  visited: VisitReport;
  replies: Reply[];
  tally: Tally;
};

function checkKills({ rounds, outages, deaths, visited, replies, tally }: Findings): Row {
  const answers = [...replies, ...visited.answers].map(
    ({ status, error }) => status || (error ?? "none"),
  );
  const strange = answers.filter((answer) => !EXPECTED.has(answer)).length;
  const wholes = outages.map((outage) => outage.wholeMs);
  const sinceBack = outages.map((outage) => outage.sinceBackMs);
  const worst = Math.max(...sinceBack);
  return {
    name: `kill -9 of the postmaster x ${rounds} under ${POSTS_PER_SECOND} posts a second`,
    figure:
      `${describeTally(tally)}; answers ${formatCounts(answers)}; ${visited.formsLost} of ${visited.refusedForms} refused forms came back without what was typed; ` +
      `stored again after the kill: median ${formatSeconds(median(wholes))}, slowest ${formatSeconds(Math.max(...wholes))}; ` +
      `after the database is back: median ${formatSeconds(median(sinceBack))}, slowest ${formatSeconds(worst)}; app process died ${deaths} times`,
    met:
      isWhole(tally) &&
      strange === 0 &&
      visited.formsLost === 0 &&
      worst <= RECOVERY_LIMIT_MS &&
      deaths === 0,
  };
}
