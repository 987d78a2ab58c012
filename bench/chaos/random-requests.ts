import { Agent } from "node:http";
import fc from "fast-check";
import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import {
  generateRequest,
  listRowKeys,
  type RandomRequest,
  ROUTE_PATHS,
} from "#tests/random-requests.ts";
import { formatAddress } from "../request-source.ts";
import { signInSuperadmin } from "../sign-in.ts";
import { generateHostileRequest, SYSTEM_PATHS } from "./hostile-requests.ts";
import { call } from "./http-call.ts";
import { type ChaosResult, formatCounts, type PartOptions } from "./metrics.ts";
import { getFormConfig } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const AT_ONCE = 16;
const SHOWN_FAILURES = 5;
/** A random form may end the session: it is checked after this many requests. */
const SESSION_CHECK = 100;
/** Placeholder for the cookie of the session that is open when the request is sent. */
const SESSION = "session";

const signIn = (site: Site) =>
  site.withDatabase((client) =>
    signInSuperadmin(site.origin, client, {
      "X-Forwarded-For": formatAddress(Math.floor(Math.random() * 0xffffff)),
    }),
  );

const hasSession = async (site: Site, cookie: string) =>
  (await call({ port: site.port, path: "/backyard/session", headers: { cookie } })).status === 200;

/**
 * Fills the database, so that random forms find something to change.
 * @returns IDs and slugs of some rows
 */
async function seedRows(site: Site): Promise<string[]> {
  const db = createDatabase({ url: await site.databaseUrl(), max: 2, onError: () => {} });
  await seedDemo(
    { db, actor: "command-line", now: new Date() },
    { requests: 200, seed: 1, services: listDemoServices() },
  );
  const keys = await listRowKeys(db.$client);
  await db.$client.end();
  return keys;
}

/** Sends random requests to every route: none may fail with 5xx or end the process. */
export function sendRandomRequests({ quick }: PartOptions): Promise<ChaosResult[]> {
  const count = quick ? 1_000 : 10_000;
  return withSite({}, async (site) => {
    const server = await site.start();
    const form = await getFormConfig(site.port);
    const paths = await listSitemapPaths(site);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const knownKeys = await seedRows(site);
    const mix = fc.oneof(
      generateHostileRequest(site, form, paths),
      generateRequest({ origin: site.origin, knownKeys }),
      generateRequest({ origin: site.origin, knownKeys, cookie: SESSION }),
    );
    const requests = fc.sample(mix, { numRuns: count, seed });
    const { outcomes, failures } = await sendAll(site, requests);
    const health = await call({ port: site.port, path: "/healthz" });
    const isAlive = server.isAlive() && health.status === 200;
    for (const failure of failures.toSorted().slice(0, SHOWN_FAILURES))
      console.log(`         ${failure}`);
    return [
      {
        name: `${count} random methods, types, bodies and parameters over ${paths.length + SYSTEM_PATHS.length} pages and all ${ROUTE_PATHS.length} routes, a third of them by a superadmin`,
        result: `${failures.length} failures, process ${isAlive ? "alive" : "dead"}, seed ${seed}; responses ${formatCounts(outcomes)}`,
        met: failures.length === 0 && isAlive,
      },
    ];
  });
}

async function listSitemapPaths({ port }: Site): Promise<string[]> {
  const { body } = await call({ port, path: "/sitemap.xml" });
  return [...body.matchAll(/<loc>https?:\/\/[^/<]*([^<]*)<\/loc>/g)].map(
    (match) => match[1] || "/",
  );
}

/** Sends requests with limited concurrency, and signs in again where one has ended the session. */
async function sendAll(
  site: Site,
  requests: readonly RandomRequest[],
): Promise<{ outcomes: string[]; failures: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const outcomes: string[] = [];
  const failures: string[] = [];
  const queue = requests.entries();
  let cookie = await signIn(site);
  const sendFromQueue = async () => {
    for (const [index, request] of queue) {
      if (index % SESSION_CHECK === 0 && !(await hasSession(site, cookie)))
        cookie = await signIn(site);
      if (request.headers.cookie === SESSION) request.headers.cookie = cookie;
      const { status, error } = await call({ port: site.port, agent, ...request }).catch(
        (cause: Error) => ({ status: 0, error: `not sent: ${cause.message}` }),
      );
      outcomes.push(status ? `${status}` : (error ?? "none"));
      // 503 means that an overloaded site asks to retry; the other statuses are counted below.
      if (status >= 500 && status !== 503)
        failures.push(`${status} #${index} ${request.method} ${request.path.slice(0, 120)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendFromQueue));
  agent.destroy();
  return { outcomes, failures };
}
