import { setTimeout as wait } from "node:timers/promises";
import { median } from "../statistics.ts";
import { countLeads, formatLeadCounts, isComplete, type LeadCounts } from "./ledger.ts";
import { type ChaosResult, formatCounts, formatSeconds, type PartOptions } from "./metrics.ts";
import { startPlainVisits, type VisitReport } from "./plain-visits.ts";
import { getFormConfig, type Reply, startQuoteLoad } from "./quote-load.ts";
import { type Site, type SiteProcess, withSite } from "./site.ts";

const POSTS_PER_SECOND = 100;
const RECOVERY_LIMIT_MS = 5_000;
const ROUND_DEADLINE_MS = 30_000;
const POLL_MS = 5;
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 1_500;
/** 303: the form was stored without JavaScript. */
const EXPECTED_STATUSES = new Set<string | number>([200, 303, 503]);

type Outage = {
  /** From the kill to the first request stored by the new server. */
  totalMs: number;
  /** From the new server's pid file to that request. */
  sinceRestartMs: number;
};

/** Kills the postmaster repeatedly under load; the app restarts the database automatically. */
export function killDatabase({ quick }: PartOptions): Promise<ChaosResult[]> {
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
    let crashes = 0;
    for (let round = 0; round < rounds; round++) {
      await wait(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
      const outage = await killOnce(site, server, () => newest);
      if (outage) outages.push(outage);
      if (server.isAlive()) continue;
      crashes += 1;
      server = await site.start();
    }
    await load.stop();
    const visitReport = await visits.stop();
    return [
      checkKills({
        rounds,
        outages,
        crashes,
        visitReport,
        replies: load.replies,
        tally: await countLeads(site, load.leads),
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
  const isWaiting = () => server.isAlive() && performance.now() - killedAt < ROUND_DEADLINE_MS;
  while (isWaiting() && (site.postmaster()?.pid ?? before.pid) === before.pid) await wait(POLL_MS);
  const restartedAt = performance.now();
  // Backends of the dead server may still finish their work; only a request sent after it came back
  // counts.
  while (isWaiting() && (newest()?.sentAt ?? 0) < restartedAt) await wait(POLL_MS);
  if (!server.isAlive()) return null;
  const storedAt = isWaiting()
    ? (newest()?.answeredAt ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
  return { totalMs: storedAt - killedAt, sinceRestartMs: storedAt - restartedAt };
}

type KillResults = {
  rounds: number;
  outages: Outage[];
  crashes: number;
  visitReport: VisitReport;
  replies: Reply[];
  tally: LeadCounts;
};

function checkKills({
  rounds,
  outages,
  crashes,
  visitReport,
  replies,
  tally,
}: KillResults): ChaosResult {
  const outcomes = [...replies, ...visitReport.results].map(
    ({ status, error }) => status || (error ?? "none"),
  );
  const unexpected = outcomes.filter((outcome) => !EXPECTED_STATUSES.has(outcome)).length;
  const totals = outages.map((outage) => outage.totalMs);
  const sinceRestart = outages.map((outage) => outage.sinceRestartMs);
  const worst = Math.max(...sinceRestart);
  return {
    name: `kill -9 of the postmaster x ${rounds} under ${POSTS_PER_SECOND} posts a second`,
    result:
      `${formatLeadCounts(tally)}; responses ${formatCounts(outcomes)}; ${visitReport.formsLost} of ${visitReport.refusedForms} refused forms came back without the input; ` +
      `stored again after the kill: median ${formatSeconds(median(totals))}, slowest ${formatSeconds(Math.max(...totals))}; ` +
      `after the database is back: median ${formatSeconds(median(sinceRestart))}, slowest ${formatSeconds(worst)}; app process crashed ${crashes} times`,
    met:
      isComplete(tally) &&
      unexpected === 0 &&
      visitReport.formsLost === 0 &&
      worst <= RECOVERY_LIMIT_MS &&
      crashes === 0,
  };
}
