import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import {
  listPublicPages,
  listPublished,
} from "#app/features/public-pages/list-public-pages.server.ts";
import { EnvError, readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createAdmission } from "./admission.ts";
import { createApp } from "./app.ts";
import { DEFAULT_LIMIT, findBodyLimit, getBytesToReceive } from "./body-limits.ts";
import { limitBodyTime } from "./body-timeout.ts";
import { limitConnections } from "./connections.ts";
import { type Affected, dropLists } from "./content-changes.ts";
import { createAppContext } from "./create-app-context.ts";
import { watchEventLoop } from "./event-loop-delay.ts";
import { printFirstLink } from "./first-link.ts";
import { serveFromMemory } from "./memory-front.ts";
import { startNotificationListener } from "./notification-listener.ts";
import { createPageCache } from "./page-cache.ts";
import { createPageWarmer } from "./page-warmer.ts";
import { isCacheable } from "./paths.ts";
import { createBodyReceiver } from "./receive-body.ts";
import { createRefusal, createRefusalLog } from "./refusals.ts";
import { createRequestUrls } from "./request-urls.ts";
import { startJobs } from "./run-jobs.ts";
import { FALLBACK_POLICY, FILE_POLICY, listCommonHeaders } from "./security-headers.ts";
import { seedQuizzes } from "./seed-quizzes.ts";
import { createUnknownCheck } from "./unknown-paths.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** 10 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;
const DRAIN_DELAY_MS = 1_000;
/**
 * A server is drained when no answer was open at so many looks in a row; on a busy machine requests
 * wait unread meanwhile.
 */
const QUIET_LOOKS = 3;
const LOOK_EVERY_MS = 50;
const DRAIN_DEADLINE_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;
const STOP_DEADLINE_MS = 9_000;
/**
 * How long nothing must have changed before the pages are put into memory again: changes come in
 * series.
 */
const WARM_AFTER_MS = 1_000;
/** Files of the build; images of the media library have a hash in their address. */
const STATIC_FILES =
  /^\/(?:assets\/|art\/|media\/(?![0-9a-f]{32}-)|favicon\.|apple-touch-icon\.png|og-default\.png|speculation\.rules$)/;

async function main() {
  const env = readEnv();
  const log = createLogger(env.LOG_LEVEL);
  const signals = listenForStopSignals();
  const services = await createAppContext(env, log);
  if (signals.received()) {
    // The embedded database that was just started must not stay behind.
    await services.close();
    process.exit(0);
  }
  const urls = createRequestUrls({ publicUrl: env.PUBLIC_URL });
  const admission = createAdmission(watchEventLoop());
  const noteRefusal = createRefusalLog(log);
  const inner = createApp({
    build,
    mode: "production",
    services,
    admission,
    noteRefusal,
    pageCache: () => cache,
  });
  const anonymous = createApp({ build, mode: "production", services, isInternal: true });
  const cache = createPageCache({
    render: async (path) => {
      services.appMetrics.renderedPages.inc();
      return anonymous.fetch(new Request(urls.ownOrigin() + path));
    },
    isUnknown: createUnknownCheck(build.routes),
  });

  const app = new Hono();
  app.use(async (c, next) =>
    STATIC_FILES.test(c.req.path) ? next() : inner.fetch(c.req.raw, c.env as never),
  );
  app.use(async (c, next) => {
    await next();
    // Here and not in onFound, whose headers the answer does not carry.
    const { headers } = c.res;
    if (c.res.ok)
      headers.set(
        "Cache-Control",
        c.req.path.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=86400",
      );
    headers.set("Content-Security-Policy", FILE_POLICY);
    if (c.req.path === "/speculation.rules")
      headers.set("Content-Type", "application/speculationrules+json");
  });
  app.use(serveStatic({ root: "build/client", precompressed: true }));

  const receive = createBodyReceiver({
    listener: getRequestListener(app.fetch),
    refuse(res, path) {
      services.appMetrics.shed.inc();
      noteRefusal("shed");
      const { status, headers, body } = createRefusal("shed", { path });
      res.writeHead(status, { ...headers, Connection: "close" }).end(body);
    },
  });
  const always: [string, string][] = [
    ...listCommonHeaders(env),
    ["Content-Security-Policy", FALLBACK_POLICY],
  ];
  let openAnswers = 0;
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    openAnswers += 1;
    res.once("close", () => {
      openAnswers -= 1;
    });
    const target = urls.read(req);
    if (target.answer) {
      for (const [name, value] of always) res.setHeader(name, value);
      res.writeHead(target.answer.status, target.answer.headers);
      res.end(target.answer.body);
      return;
    }
    if (services.isStopping()) res.setHeader("Connection", "close");
    limitBodyTime(
      req,
      res,
      findBodyLimit(target.path).bytes > DEFAULT_LIMIT.bytes
        ? UPLOAD_TIMEOUT_MS
        : REQUEST_TIMEOUT_MS,
    );
    if (!target.readsQuery && cache.serve(req, res, target.path))
      return services.appMetrics.cachedPages.inc();
    // What is answered before any route, such as a refusal, has no others; the rest replaces them
    // by its own.
    for (const [name, value] of always) res.setHeader(name, value);
    receive(req, res, { maxBytes: getBytesToReceive(req, target.path), path: target.path });
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
    },
    handle,
  );
  const front = serveFromMemory(server, {
    firstRequestMs: HEADERS_TIMEOUT_MS,
    idleMs: KEEP_ALIVE_MS,
    find(request) {
      if (services.isStopping() || !urls.isOwnHost(request.host)) return undefined;
      const answer = cache.answer(request.path, request);
      if (answer) services.appMetrics.cachedPages.inc();
      return answer;
    },
  });
  server.on("connection", admission.noticeConnection);
  limitConnections(server, {
    proxies: env.TRUSTED_PROXIES,
    onEnd: (reason) => services.appMetrics.endedConnections.inc({ reason }),
  });

  const jobs = env.ROLE === "web" ? undefined : startJobs(services);
  const notifications = startNotificationListener({
    services,
    jobs,
    onContentChanged: (affected) => forget(affected),
  });
  const warmPages = createPageWarmer({
    list: async () =>
      listPublicPages(await services.settings.get(), await listPublished(services)).flatMap(
        ({ path }) => (isCacheable(path) ? path : []),
      ),
    isWarm: cache.has,
    render: cache.get,
    onWarm({ pages, seconds, workSeconds }) {
      services.appMetrics.cacheBytes.set(cache.bytes());
      services.appMetrics.warmPages.set(pages);
      services.appMetrics.warmSeconds.set(seconds);
      services.appMetrics.warmWorkSeconds.set(workSeconds);
    },
  });
  const warm = (delayMs: number) => {
    if (env.PAGE_WARM_UP === "off") return;
    warmPages(delayMs).catch((error: unknown) =>
      log.warn({ err: error }, "the pages could not be put into memory"),
    );
  };
  const forget = (affected: Affected) => {
    dropLists(services, affected);
    if (affected.lists.length === 0) return;
    cache.drop(affected.pages);
    if (server.listening) warm(WARM_AFTER_MS);
  };

  const stop = async (drainMs: number) => {
    if (services.isStopping()) return;
    services.stop();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    // Load balancers see /readyz fall before the listener closes.
    await wait(drainMs);
    await waitUntilQuiet(() => openAnswers);
    await new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeIdleConnections();
      front.closeIdle();
    });
    await jobs?.stop();
    await notifications.close();
    await services.close();
    process.exit(0);
  };
  signals.onSignal((signal) => void stop(signal === "SIGTERM" ? DRAIN_DELAY_MS : 0));

  if (env.ROLE === "worker") {
    seedQuizzes(services);
    return log.info("the jobs run");
  }
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(env.PORT, env.HOST, listening);
  });
  const { port } = server.address() as AddressInfo;
  urls.listensOn(port);
  console.log(`\n  Henry's Helpline runs on ${urls.ownOrigin()}\n`);
  // A database that fails now must not end a server that listens: `npm run staff` makes the link as
  // well.
  await printFirstLink(services, urls.ownOrigin()).catch((error: unknown) =>
    log.warn({ err: error }, "whether a first superadmin is needed could not be seen"),
  );
  seedQuizzes(services);
  warm(0);
}

/**
 * Takes SIGTERM and SIGINT from the first moment on. Ctrl-C and systemd signal every process, and
 * npm passes the signal on once more: a second one must not cut short what the first one began.
 */
function listenForStopSignals() {
  let received: NodeJS.Signals | undefined;
  let handle: ((signal: NodeJS.Signals) => void) | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      received ??= signal;
      if (handle) handle(received);
      else setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    });
  }
  return {
    received: () => received,
    onSignal(listener: (signal: NodeJS.Signals) => void) {
      handle = listener;
    },
  };
}

/** Waits until no answer has been open for a moment, within limits. */
async function waitUntilQuiet(open: () => number) {
  const deadline = performance.now() + DRAIN_DEADLINE_MS;
  for (
    let quiet = 0;
    quiet < QUIET_LOOKS && performance.now() < deadline;
    quiet = open() === 0 ? quiet + 1 : 0
  )
    await wait(LOOK_EVERY_MS);
}

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof EnvError) console.error(error.message);
  else if (error.code === "EADDRINUSE")
    console.error(
      "PORT is not usable: another program listens there; stop it or set PORT to another number.",
    );
  else console.error(error.message);
  process.exit(1);
});
