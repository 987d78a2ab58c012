import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../statistics.ts";
import { call } from "./http-call.ts";
import { countLeads, formatLeadCounts, isComplete } from "./ledger.ts";
import { type ChaosResult, formatCounts, formatSeconds, type PartOptions } from "./metrics.ts";
import { getFormConfig, type Lead, type Reply, startQuoteLoad } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const POSTS_PER_SECOND = 100;
const POLL_MS = 5;
const MIN_LIFE_MS = 300;
const MAX_LIFE_MS = 900;
const EXIT_LIMIT_MS = 10_000;
/**
 * With less than this between the 503 of /readyz and the closed port a load balancer cannot react.
 */
const MIN_DRAIN_MS = 500;

type Drain = {
  /** From the first 503 of /readyz to the first refused connection. */
  drainMs: number;
  exitMs: number;
  exitCode: number | null;
  /** Requests sent before the 503 of /readyz that were not stored. */
  failed: Reply[];
  databaseStopped: boolean;
};

/**
 * Sends SIGTERM under load: readiness ends, earlier requests are served, then the process exits.
 */
export function drainServer({ quick }: PartOptions): Promise<ChaosResult[]> {
  const rounds = quick ? 3 : 20;
  return withSite({}, async (site) => {
    const drains: Drain[] = [];
    const leads: Lead[] = [];
    for (let round = 0; round < rounds; round++) drains.push(await drainOnce(site, leads));
    const tally = await countLeads(site, leads);
    const failed = drains.flatMap((drain) => drain.failed);
    const exits = drains.map((drain) => drain.exitMs);
    const shortest = Math.min(...drains.map((drain) => drain.drainMs));
    const badExits = drains.filter(
      (drain) => drain.exitCode !== 0 || !drain.databaseStopped,
    ).length;
    return [
      {
        name: `SIGTERM x ${rounds} under ${POSTS_PER_SECOND} posts a second`,
        result:
          `${failed.length} errors for requests sent before /readyz failed${failed.length > 0 ? ` (${formatCounts(failed.map(({ status, error }) => status || (error ?? "none")))})` : ""}; shortest drain ${formatSeconds(shortest)}; ` +
          `exit p95 ${formatSeconds(percentile(exits, 0.95))}, slowest ${formatSeconds(Math.max(...exits))}, ${badExits} exits with a code other than 0 or a running database; ${formatLeadCounts(tally)}`,
        met:
          failed.length === 0 &&
          shortest >= MIN_DRAIN_MS &&
          Math.max(...exits) <= EXIT_LIMIT_MS &&
          badExits === 0 &&
          isComplete(tally),
      },
    ];
  });
}

async function drainOnce(site: Site, leads: Lead[]): Promise<Drain> {
  const server = await site.start();
  const load = startQuoteLoad({
    port: site.port,
    form: await getFormConfig(site.port),
    perSecond: POSTS_PER_SECOND,
    maxTries: 1,
  });
  await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
  const killedAt = performance.now();
  const exited = server.exited.then((code) => ({ code, at: performance.now() }));
  server.kill("SIGTERM");
  const unreadyAt = await waitUntil(site, (status) => status === 503);
  // A load balancer sends nothing more from here on.
  const [closedAt] = await Promise.all([waitUntil(site, (status) => status === 0), load.stop()]);
  leads.push(...load.leads);
  const exit = await exited;
  return {
    drainMs: closedAt - unreadyAt,
    exitMs: exit.at - killedAt,
    exitCode: exit.code,
    failed: load.replies.filter((reply) => reply.sentAt < unreadyAt && reply.status !== 200),
    databaseStopped: site.postmaster() === undefined,
  };
}

/** The time at which /readyz first had this status; a refused connection counts as 0. */
async function waitUntil(site: Site, wanted: (status: number) => boolean): Promise<number> {
  const since = performance.now();
  while (performance.now() - since < EXIT_LIMIT_MS) {
    const { status, answeredAt } = await call({ port: site.port, path: "/readyz" });
    if (wanted(status)) return answeredAt;
    await wait(POLL_MS);
  }
  return Number.POSITIVE_INFINITY;
}
