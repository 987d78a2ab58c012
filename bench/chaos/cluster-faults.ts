import { availableParallelism } from "node:os";
import type { ContactSyncFake } from "#tests/fakes/contact-sync.ts";
import {
  type Cluster,
  type ClusterNode,
  createNextVersion,
  openCluster,
} from "./cluster/cluster.ts";
import { mountFullDisk } from "./cluster/full-disk.ts";
import { PHASES, type Phase } from "./cluster/phases.ts";
import { missingPrograms } from "./cluster/programs.ts";
import {
  type PageVisit,
  type ShownChange,
  startChanges,
  startPageVisits,
} from "./cluster/watchers.ts";
import { withCrm } from "./crm-fake.ts";
import { countLeads, formatLeadCounts, isComplete } from "./ledger.ts";
import { type ChaosResult, formatCounts, formatSeconds, type PartOptions } from "./metrics.ts";
import { getFormConfig, startQuoteLoad } from "./quote-load.ts";
import { getWorkspace } from "./site.ts";

/**
 * This machine also runs the databases, the proxies and the load: beyond this rate two cores are
 * saturated, and pages and changes wait for the processor.
 */
const POSTS_PER_CORE = 50;
const MAX_POSTS_PER_SECOND = 200;
const POSTS_PER_SECOND = Math.min(MAX_POSTS_PER_SECOND, POSTS_PER_CORE * availableParallelism());
const QUOTES_TARGET = 0.99;
const CHANGE_LIMIT_MS = 1_000;

type Span = Pick<Phase, "name" | "isOutage" | "isWarmUp"> & { from: number; to: number };
type Timed = { at: number };

const within = <T extends Timed>(items: readonly T[], { from, to }: Span): T[] =>
  items.filter(({ at }) => at >= from && at < to);
const formatShare = (share: number) => `${(share * 100).toFixed(2)} %`;

/** Breaks every part of a cluster under load. Without PgBouncer and Caddy it only says so. */
export function breakCluster(_options: PartOptions): Promise<ChaosResult[]> {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`skipped  cluster: ${missing.join(" and ")} must be installed`);
    return Promise.resolve([]);
  }
  const disk = mountFullDisk(getWorkspace().folder);
  if (!disk) console.log("skipped  a full disk: only root can mount a small one");
  return withCrm(async (crm, env) => {
    const cluster = await openCluster(getWorkspace(), { env, fullDisk: disk?.path });
    try {
      return await runPhases(cluster, crm.calls);
    } finally {
      await cluster.close();
      disk?.unmount();
    }
  });
}

type Post = Timed & { isStored: boolean; outcome: string | number };
/** What visitors and the database saw during a run. */
type Observed = { spans: Span[]; posts: Post[]; visits: PageVisit[]; changes: ShownChange[] };

async function runPhases(cluster: Cluster, calls: Calls): Promise<ChaosResult[]> {
  const excused = new Set<ClusterNode>();
  const nextVersion = createNextVersion(getWorkspace());
  const posts: Post[] = [];
  const load = startQuoteLoad({
    port: cluster.port,
    form: await getFormConfig(cluster.port),
    perSecond: POSTS_PER_SECOND,
    onReply: ({ sentAt, status, error }) =>
      posts.push({ at: sentAt, isStored: status === 200, outcome: status || (error ?? "none") }),
  });
  const pages = startPageVisits(cluster);
  const changes = startChanges(cluster, () =>
    cluster.webs.filter((web) => web.isAlive() && !excused.has(web)),
  );
  const observed: Observed = {
    spans: [],
    posts,
    visits: pages.visits,
    changes: changes.changes,
  };
  let lastPhaseAt = 0;
  for (const { run, ...phase } of PHASES) {
    const from = performance.now();
    lastPhaseAt = Date.now();
    await run({ cluster, excused, nextVersion });
    const span = { ...phase, from, to: performance.now() };
    observed.spans.push(span);
    console.log(describeSpan(span, observed));
  }
  await load.stop();
  await pages.stop();
  await changes.stop();
  const tally = await countLeads(cluster, load.leads);
  return [judge(observed, { tally, deliveries: countDeliveries(calls, lastPhaseAt) })];
}

/** One line about a phase, printed when it ends. */
function describeSpan(span: Span, { posts, visits, changes }: Observed): string {
  const sent = within(posts, span);
  const failed = sent.filter(({ isStored }) => !isStored);
  const pages = within(visits, span);
  const badPages = pages.filter(isBadPage);
  const shown = within(changes, span);
  const slowest = Math.max(
    0,
    ...shown.map(({ longestMs }) => longestMs ?? Number.POSITIVE_INFINITY),
  );
  return [
    `  ${span.name}: ${formatSeconds(span.to - span.from)}`,
    `${sent.length} quotes, ${formatShare(getShare(sent, ({ isStored }) => isStored))} stored at the first try${listOutcomes(failed.map(({ outcome }) => outcome))}`,
    `${pages.length} pages, ${badPages.length} failed${listOutcomes(badPages.map(({ status }) => status))}`,
    `${shown.length} changes, slowest ${formatSeconds(slowest)}`,
  ].join("; ");
}

function judge(
  { spans: allSpans, posts, visits: allVisits, changes: allChanges }: Observed,
  {
    tally,
    deliveries: { delivered, doubled, lately },
  }: {
    tally: Awaited<ReturnType<typeof countLeads>>;
    deliveries: ReturnType<typeof countDeliveries>;
  },
): ChaosResult {
  const spans = allSpans.filter(({ isWarmUp }) => !isWarmUp);
  const visits = spans.flatMap((span) => within(allVisits, span));
  const changes = spans.flatMap((span) => within(allChanges, span));
  const counted = spans.filter(({ isOutage }) => !isOutage);
  const normal = counted.flatMap((span) => within(posts, span));
  const stored = getShare(normal, ({ isStored }) => isStored);
  const perSecond =
    normal.length / (counted.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000);
  const late = changes.filter(({ longestMs }) => longestMs === null || longestMs > CHANGE_LIMIT_MS);
  const badPages = visits.filter(isBadPage);
  return {
    name: `a cluster of 3 web processes and 2 workers, ${spans.length} phases`,
    result: [
      `${perSecond.toFixed(0)} quotes a second`,
      formatLeadCounts(tally),
      `${formatShare(stored)} stored at the first try outside the promotion`,
      `pages: ${badPages.length} of ${visits.length} failed${listOutcomes(badPages.map(({ status }) => status))}`,
      `changes: ${late.length} of ${changes.length} later than a second`,
      `CRM: ${delivered} delivered, ${doubled} of them twice, ${lately} since the promotion`,
    ].join("; "),
    met:
      isComplete(tally) &&
      stored >= QUOTES_TARGET &&
      badPages.length === 0 &&
      late.length === 0 &&
      doubled === 0 &&
      lately > 0,
  };
}

const isBadPage = ({ status }: PageVisit) => status !== 200;
const getShare = <T>(items: readonly T[], test: (item: T) => boolean) =>
  items.filter(test).length / Math.max(1, items.length);
const listOutcomes = (outcomes: readonly (string | number)[]) =>
  outcomes.length > 0 ? ` (${formatCounts(outcomes)})` : "";

type Calls = ContactSyncFake["calls"];

/** What reached the CRM, which takes ten a second: how many, twice under other keys, and lately. */
function countDeliveries(calls: Calls, since: number) {
  const keys = new Map<string, Set<string>>();
  for (const { headers, body } of calls) {
    const email = String(body.record.customer_email);
    const known = keys.get(email) ?? new Set();
    keys.set(email, known.add(String(headers["idempotency-key"])));
  }
  return {
    delivered: keys.size,
    doubled: [...keys.values()].filter(({ size }) => size > 1).length,
    lately: calls.filter(({ at }) => at >= since).length,
  };
}
