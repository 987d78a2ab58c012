import { setTimeout as wait } from "node:timers/promises";
import type { Cluster, ClusterNode } from "./cluster.ts";

const WARM_UP_MS = 20_000;
const RESTART_MS = 1_000;
const BETWEEN_RESTARTS_MS = 5_000;
const AFTERWARDS_MS = 4_000;
const CUT_MS = 6_000;
const DELAY_MS = 400;

export type PhaseTools = {
  cluster: Cluster;
  /** Processes that cannot be expected to show changes now. */
  excused: Set<ClusterNode>;
  /** The folder of the next version. */
  nextVersion: string;
};

export type Phase = {
  name: string;
  /** It is not counted. */
  isWarmUp?: boolean;
  /** During it, quotes may fail: the database has no primary. */
  isOutage?: boolean;
  run: (tools: PhaseTools) => Promise<void>;
};

const findNode = (nodes: readonly ClusterNode[], index: number): ClusterNode => {
  const node = nodes[index];
  if (!node) throw new Error(`The cluster has no process ${index}.`);
  return node;
};

/** Kills a process, which its supervisor starts again after a second. */
async function killAndRestart(node: ClusterNode, { excused }: PhaseTools): Promise<void> {
  excused.add(node);
  node.kill("SIGKILL");
  await node.exited();
  await wait(RESTART_MS);
  node.start();
  await node.waitUntilReady();
  excused.delete(node);
}

/** Disturbs the network between one web process and the database. */
async function disturb(
  tools: PhaseTools,
  act: (network: ClusterNode["network"]["pooled"]) => void,
): Promise<void> {
  const web = findNode(tools.cluster.webs, 0);
  const { pooled, direct } = web.network;
  tools.excused.add(web);
  act(pooled);
  act(direct);
  await wait(CUT_MS);
  pooled.restore();
  direct.restore();
  await web.waitUntilReady();
  // Its listener finds out within five seconds, and drops all pages.
  await wait(CUT_MS);
  tools.excused.delete(web);
}

/** What happens to the cluster, one after the other, under load. */
export const PHASES: readonly Phase[] = [
  { name: "warm-up, not counted", isWarmUp: true, run: () => wait(WARM_UP_MS) },
  { name: "nothing (clocks of a web and a worker off by ten minutes)", run: () => wait(8_000) },
  {
    name: "a web process is killed",
    run: (tools) => killAndRestart(findNode(tools.cluster.webs, 1), tools),
  },
  {
    name: "a worker is killed",
    run: (tools) => killAndRestart(findNode(tools.cluster.nodes, 3), tools),
  },
  {
    name: "PgBouncer is killed",
    async run({ cluster, excused }) {
      for (const web of cluster.webs) excused.add(web);
      cluster.killPooler();
      await wait(RESTART_MS);
      cluster.startPooler();
      await Promise.all(cluster.webs.map((web) => web.waitUntilReady()));
      // What was rendered without the database is kept for a second.
      await wait(RESTART_MS);
      for (const web of cluster.webs) excused.delete(web);
      await wait(AFTERWARDS_MS);
    },
  },
  {
    name: "the network to the database loses everything, for one web process",
    run: (tools) => disturb(tools, (network) => network.drop()),
  },
  {
    name: "the network to the database is slow (0.4 s), for one web process",
    run: (tools) => disturb(tools, (network) => network.delay(DELAY_MS)),
  },
  {
    name: "connections to the database are reset, for one web process",
    run: (tools) => disturb(tools, (network) => network.reset()),
  },
  {
    name: "rolling restart to a version with a migration",
    async run({ cluster, excused, nextVersion }) {
      for (const node of cluster.nodes) {
        excused.add(node);
        node.kill("SIGTERM");
        await node.exited();
        node.setFolder(nextVersion);
        node.start();
        await node.waitUntilReady();
        // It renders its pages now: orchestrators wait a moment before they go on with the next.
        await wait(BETWEEN_RESTARTS_MS);
        excused.delete(node);
      }
    },
  },
  {
    name: "the primary is killed, the standby promoted",
    isOutage: true,
    async run({ cluster, excused }) {
      for (const node of cluster.nodes) excused.add(node);
      await cluster.failOver();
      await Promise.all(cluster.webs.map((web) => web.waitUntilReady()));
      await wait(CUT_MS);
      excused.clear();
    },
  },
  { name: "after the promotion", run: () => wait(6_000) },
];
