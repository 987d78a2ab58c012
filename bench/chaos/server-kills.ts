import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../statistics.ts";
import { countLeads, formatLeadCounts, isComplete } from "./ledger.ts";
import { type ChaosResult, formatCounts, formatSeconds, type PartOptions } from "./metrics.ts";
import { getFormConfig, startQuoteLoad } from "./quote-load.ts";
import { withSite } from "./site.ts";

const POSTS_PER_SECOND = 200;
const POLL_MS = 5;
const RESTART_LIMIT_MS = 3_000;
/**
 * A server is killed at a random time after it stored some leads, so that posts are in every stage.
 */
const STORED_BEFORE_KILL = 20;
const MAX_EXTRA_LIFE_MS = 500;
const MAX_LIFE_MS = 6_000;

/**
 * Kills the server repeatedly under load; clients retry with the same key. The database survives
 * and is adopted.
 */
export function killServer({ quick }: PartOptions): Promise<ChaosResult[]> {
  const rounds = quick ? 5 : 50;
  return withSite({}, async (site) => {
    let server = await site.start();
    let acknowledged = 0;
    const load = startQuoteLoad({
      port: site.port,
      form: await getFormConfig(site.port),
      perSecond: POSTS_PER_SECOND,
      onReply: ({ status }) => {
        if (status === 200) acknowledged += 1;
      },
    });
    const restarts: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const wanted = acknowledged + STORED_BEFORE_KILL;
      for (
        const since = performance.now();
        acknowledged < wanted && performance.now() - since < MAX_LIFE_MS;
      )
        await wait(POLL_MS);
      await wait(Math.random() * MAX_EXTRA_LIFE_MS);
      server.kill("SIGKILL");
      await server.exited;
      server = await site.start();
      restarts.push(server.readyMs);
    }
    await load.stop();
    const tally = await countLeads(site, load.leads);
    const givenUp = load.leads.filter((lead) => !lead.acknowledged).length;
    const p95 = percentile(restarts, 0.95);
    return [
      {
        name: `kill -9 of the server x ${rounds} under ${POSTS_PER_SECOND} posts a second`,
        result: `${formatLeadCounts(tally)}, ${givenUp} given up; restart p95 ${formatSeconds(p95)}, slowest ${formatSeconds(Math.max(...restarts))}; answers ${formatCounts(load.replies.map((reply) => reply.status || (reply.error ?? "none")))}`,
        met: isComplete(tally) && givenUp === 0 && p95 <= RESTART_LIMIT_MS,
      },
    ];
  });
}
