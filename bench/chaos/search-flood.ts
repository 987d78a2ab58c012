import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { formatAddress } from "../request-source.ts";
import { waitUntilSettled } from "../site.ts";
import { percentile } from "../statistics.ts";
import { type CallResult, call } from "./http-call.ts";
import { type ChaosResult, formatCounts, formatSeconds, type PartOptions } from "./metrics.ts";
import { getFormConfig, startQuoteLoad } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const SEARCHES = 600;
const POSTS_PER_SECOND = 50;
const PROBE_EVERY_MS = 20;
const BEFORE_MS = 1_000;
/** Visitors with addresses that no quote request uses. */
const FIRST_VISITOR = 5_000_000;
const MAX_QUOTE_MS = 1_000;
const MAX_PROBE_MS = 100;

/**
 * All visitors search at the same moment: quote requests and probes must be served, other requests
 * may be refused.
 */
export function floodSearch(_options: PartOptions): Promise<ChaosResult[]> {
  return withSite({}, async (site) => {
    await site.start();
    await waitUntilSettled({ url: site.origin });
    const form = await getFormConfig(site.port);
    const load = startQuoteLoad({
      port: site.port,
      form,
      perSecond: POSTS_PER_SECOND,
      maxTries: 1,
    });
    const probes = startProbes(site);
    await wait(BEFORE_MS);
    const from = performance.now();
    const searches = await Promise.all(
      Array.from({ length: SEARCHES }, (_, visitor) => search(site, visitor)),
    );
    const to = performance.now();
    await Promise.all([load.stop(), probes.stop()]);
    const during = (results: readonly CallResult[]) =>
      results.filter(({ sentAt, answeredAt }) => answeredAt >= from && sentAt <= to);
    const times = (results: readonly CallResult[]) =>
      during(results).map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    const quotes = times(load.replies);
    const shed = searches.filter(({ status }) => status === 503);
    const unexpected = searches.filter(
      ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter),
    );
    const failedQuotes =
      during(load.replies).filter((reply) => reply.status !== 200).length +
      during(probes.results).filter(({ status }) => status !== 200).length;
    const [quoteMs, probeMs] = [percentile(quotes, 0.99), Math.max(...times(probes.results))];
    return [
      {
        name: `${SEARCHES} searches at once`,
        result:
          `${formatCounts(searches.map(({ status, error }) => status || (error ?? "none")))} within ${formatSeconds(to - from)}, ${unexpected.length} neither served nor sent a Retry-After; ` +
          `meanwhile ${quotes.length} quote requests p99 ${quoteMs.toFixed(0)} ms, /healthz slowest ${probeMs.toFixed(0)} ms of ${times(probes.results).length}, ${failedQuotes} of these failed`,
        met:
          shed.length > 0 &&
          unexpected.length === 0 &&
          failedQuotes === 0 &&
          quoteMs <= MAX_QUOTE_MS &&
          probeMs <= MAX_PROBE_MS,
      },
    ];
  });
}

const search = ({ port }: Site, visitor: number) =>
  call({
    port,
    path: `/search?q=leaking+roof+${visitor}`,
    headers: { "X-Forwarded-For": formatAddress(FIRST_VISITOR + visitor), "Accept-Encoding": "br" },
  });

/** Polls /healthz like a load balancer. */
function startProbes({ port }: Site) {
  const agent = new Agent({ keepAlive: true });
  const results: CallResult[] = [];
  let stopping = false;
  const run = async () => {
    while (!stopping) {
      results.push(await call({ port, path: "/healthz", agent }));
      await wait(PROBE_EVERY_MS);
    }
  };
  const running = run();
  return {
    results,
    async stop() {
      stopping = true;
      await running;
      agent.destroy();
    },
  };
}
