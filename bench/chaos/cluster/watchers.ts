import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { insertArticle } from "#tests/articles.ts";
import { call } from "../http-call.ts";
import type { Cluster, ClusterNode } from "./cluster.ts";

const PAGES = ["/", "/home-services", "/home-services/plumbing", "/resources", "/quote"];
const PAGE_PAUSE_MS = 20;
const POLL_MS = 10;
const CHANGE_PAUSE_MS = 400;
const CHANGE_DEADLINE_MS = 15_000;
const SLUG = "cluster-article";

export type PageVisit = { at: number; status: number; path: string };

/** Opens pages through the load balancer, one after the other, as visitors of all kinds. */
export function startPageVisits({ port }: { port: number }) {
  const visits: PageVisit[] = [];
  const agent = new Agent({ keepAlive: true });
  let isStopping = false;
  const running = (async () => {
    for (let number = 0; !isStopping; number++) {
      const path = PAGES[number % PAGES.length] ?? "/";
      const { status, sentAt } = await call({ port, path, agent });
      visits.push({ at: sentAt, status, path });
      await wait(PAGE_PAUSE_MS);
    }
  })();
  return {
    visits,
    async stop() {
      isStopping = true;
      await running;
      agent.destroy();
    },
  };
}

export type ShownChange = {
  at: number;
  /** Until every web process that can reach the database showed it; null: it never did. */
  longestMs: number | null;
};

/**
 * Switches an article on and off, and measures when each web process shows it.
 * @param listWebs the processes that are up and connected now
 */
export function startChanges(cluster: Cluster, listWebs: () => ClusterNode[]) {
  const changes: ShownChange[] = [];
  let isStopping = false;
  const host = new URL(cluster.origin).host;
  const running = (async () => {
    await cluster.withDatabase((client) => insertArticle(client, { slug: SLUG, isActive: false }));
    for (let isOn = true; !isStopping; isOn = !isOn) {
      const at = await applyChange(cluster, isOn);
      if (at !== null) {
        const webs = listWebs();
        const times = await Promise.all(
          webs.map((web) => timeUntilShown(web, { host, isOn, listWebs })),
        );
        const isMissing = times.some((ms) => ms === null);
        changes.push({ at, longestMs: isMissing ? null : Math.max(0, ...times.map(Number)) });
      }
      await wait(CHANGE_PAUSE_MS);
    }
  })();
  return {
    changes,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}

/** @returns when it was committed; null where the database could not be reached */
const applyChange = (cluster: Cluster, isOn: boolean): Promise<number | null> =>
  cluster
    .withDatabase((client) =>
      client.query(
        "update advertorial_content set is_active = $2, updated_at = now() where slug = $1",
        [SLUG, isOn],
      ),
    )
    .then(
      () => performance.now(),
      () => null,
    );

/** Resolves with 0 for a process that went down or was cut off meanwhile. */
async function timeUntilShown(
  web: ClusterNode,
  { host, isOn, listWebs }: { host: string; isOn: boolean; listWebs: () => ClusterNode[] },
): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < CHANGE_DEADLINE_MS) {
    if (!listWebs().includes(web)) return 0;
    const { status } = await call({
      port: web.port,
      path: `/articles/${SLUG}`,
      headers: { Host: host },
    });
    if (status === (isOn ? 200 : 404)) return performance.now() - started;
    await wait(POLL_MS);
  }
  return null;
}
