import { setTimeout as wait } from "node:timers/promises";
import { call } from "./http-call.ts";
import { compareWithDatabase, describeTally, isWhole } from "./ledger.ts";
import { formatCounts, formatSeconds, type PartOptions, percentile, type Row } from "./metrics.ts";
import { getFormConfig, type Lead, type Reply, startQuoteLoad } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const POSTS_PER_SECOND = 100;
const POLL_MS = 5;
const SHORTEST_LIFE_MS = 300;
const LONGEST_LIFE_MS = 900;
const EXIT_LIMIT_MS = 10_000;
/**
 * With less than this between the 503 of /readyz and the closed port a load balancer cannot react.
 */
const SHORTEST_DRAIN_MS = 500;

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
export function drainServer({ quick }: PartOptions): Promise<Row[]> {
  const rounds = quick ? 3 : 20;
  return withSite({}, async (site) => {
    const drains: Drain[] = [];
    const leads: Lead[] = [];
    for (let round = 0; round < rounds; round++) drains.push(await drainOnce(site, leads));
    const tally = await compareWithDatabase(site, leads);
    const failed = drains.flatMap((drain) => drain.failed);
    const exits = drains.map((drain) => drain.exitMs);
    const shortest = Math.min(...drains.map((drain) => drain.drainMs));
    const badExits = drains.filter(
      (drain) => drain.exitCode !== 0 || !drain.databaseStopped,
    ).length;
    return [
      {
        name: `SIGTERM x ${rounds} under ${POSTS_PER_SECOND} posts a second`,
        figure:
          `${failed.length} errors for requests sent before /readyz fell${failed.length > 0 ? ` (${formatCounts(failed.map(({ status, error }) => status || (error ?? "none")))})` : ""}; shortest drain ${formatSeconds(shortest)}; ` +
          `exit p95 ${formatSeconds(percentile(exits, 0.95))}, slowest ${formatSeconds(Math.max(...exits))}, ${badExits} ends with another code than 0 or a running database; ${describeTally(tally)}`,
        met:
          failed.length === 0 &&
          shortest >= SHORTEST_DRAIN_MS &&
          Math.max(...exits) <= EXIT_LIMIT_MS &&
          badExits === 0 &&
          isWhole(tally),
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
    mostTries: 1,
  });
  await wait(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
  const killedAt = performance.now();
  const exited = server.exited.then((code) => ({ code, at: performance.now() }));
  server.kill("SIGTERM");
  const fellAt = await waitUntil(site, (status) => status === 503);
  // A load balancer sends nothing more from here on.
  const [closedAt] = await Promise.all([waitUntil(site, (status) => status === 0), load.stop()]);
  leads.push(...load.leads);
  const exit = await exited;
  return {
    drainMs: closedAt - fellAt,
    exitMs: exit.at - killedAt,
    exitCode: exit.code,
    failed: load.replies.filter((reply) => reply.sentAt < fellAt && reply.status !== 200),
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
