import { rmSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import pg from "pg";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import routes from "#app/routes.ts";
import { createApp } from "#server/app.ts";
import { createAppContext, type RunningAppContext } from "#server/create-app-context.ts";
import { generateRequest, listRowKeys, type RandomRequest } from "../random-requests.ts";
import { copyDatabase } from "../setup/database.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { createStaff, PASSWORD } from "../staff.ts";

const SEED = 20_261_122;
const REQUESTS = 600;
const ORIGIN = "http://localhost:3000";
/** Methods that the `Request` constructor rejects. The test over HTTP sends them too. */
const UNSENDABLE = new Set(["TRACE", "CONNECT"]);
/** Sign-out would end the session; the functions wait for workers, which do not run here. */
const EXCLUDED_PATHS =
  /^\/(?:backyard\/sign-out|functions\/v1\/(?:orchestrate-quiz-generation|generate-advertorial-content))/;
/** The build generates their text. */
const SERVICE_WORKERS = [
  "routes/system/service-worker.ts",
  "routes/backyard/portal-worker.ts",
  "routes/pro/worker.ts",
];

type BuiltRoutes = Record<string, object>;

async function loadRoutes(entries: RouteConfigEntry[], parentId: string): Promise<BuiltRoutes> {
  const built: BuiltRoutes = {};
  for (const { id = "", file, path, index, children } of entries) {
    if (SERVICE_WORKERS.includes(file)) continue;
    const ownId = id || file.replace(/\.tsx?$/, "");
    built[ownId] = {
      id: ownId,
      parentId,
      path,
      index,
      module: await import(join(import.meta.dirname, "../../app", file)),
    };
    Object.assign(built, await loadRoutes(children ?? [], ownId));
  }
  return built;
}

const failures: string[] = [];
/** Builds the server with its real routes, loaders, actions and data, but renders no documents. */
async function loadBuild(): Promise<ServerBuild> {
  const root = { id: "root", path: "", module: { default: () => null } };
  return {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers) =>
          new Response("", { status, headers }),
        handleError: (error: unknown) =>
          void failures.push(error instanceof Error ? String(error.stack) : JSON.stringify(error)),
      },
    },
    routes: { root, ...(await loadRoutes(await routes, "root")) },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  } as unknown as ServerBuild;
}

const dataDir = createTestFolder("random-requests");
let context: RunningAppContext;
let app: ReturnType<typeof createApp>;
let knownKeys: string[];
let cookie: string;

beforeAll(async () => {
  const url = await copyDatabase(inject("templateUrl"));
  context = await createAppContext(
    parseEnv({ DATABASE_URL: url, DATA_DIR: dataDir }),
    createLogger("silent"),
  );
  app = createApp({ build: await loadBuild(), mode: "production", context });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { email } = await createStaff(client, { role: "superadmin" });
  const owner = createDatabase({ url, max: 2, onError: () => {} });
  await seedDemo(
    { db: owner, actor: "command-line", now: new Date() },
    { requests: 40, seed: 1, services: listDemoServices() },
  );
  await owner.$client.end();
  knownKeys = await listRowKeys(client);
  await client.end();
  const response = await app.fetch(
    new Request(`${ORIGIN}/backyard`, {
      method: "POST",
      headers: { Origin: ORIGIN },
      body: new URLSearchParams({ email, password: PASSWORD }),
    }),
  );
  expect(response.headers.get("location")).toBe("/backyard/dashboard");
  cookie = response.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(";")[0])
    .join("; ");
}, 60_000);
afterAll(async () => {
  context.stop();
  await context.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send({ path, method, headers, body }: RandomRequest): Promise<number> {
  const url = new URL(ORIGIN + path);
  const request = new Request(url, {
    method,
    headers,
    body: method === "GET" || method === "HEAD" ? undefined : (body as BodyInit),
  });
  const response = await app.fetch(request);
  await response.arrayBuffer();
  return response.status;
}

test.each(["a stranger", "a superadmin"])(
  "no method, type or body of %s makes a route fail",
  async (caller) => {
    const session = caller === "a superadmin" ? cookie : undefined;
    const requests = fc.sample(generateRequest({ origin: ORIGIN, cookie: session, knownKeys }), {
      seed: SEED,
      numRuns: REQUESTS,
    });
    const failed: string[] = [];
    const statuses = new Map<number, number>();
    for (const request of requests) {
      if (UNSENDABLE.has(request.method) || EXCLUDED_PATHS.test(request.path)) continue;
      failures.length = 0;
      const status = await send(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500)
        failed.push(
          `${status} ${request.method} ${request.path} ${request.headers["content-type"]} ${String(request.body)}\n${failures.join("\n")}`,
        );
    }
    expect(failed).toEqual([]);
    // Otherwise the requests would have tested only refusals.
    expect((statuses.get(200) ?? 0) + (statuses.get(302) ?? 0)).toBeGreaterThan(REQUESTS / 20);
  },
  120_000,
);
