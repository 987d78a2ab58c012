import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import {
  listPublicPages,
  listPublished,
} from "#app/features/public-pages/list-public-pages.server.ts";
import { EnvError, readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createAdmission } from "./admission.ts";
import { createApp } from "./app.ts";
import { type Affected, dropLists } from "./content-changes.ts";
import { createAppContext } from "./create-app-context.ts";
import { watchEventLoop } from "./event-loop-delay.ts";
import { printFirstLink } from "./first-link.ts";
import { createHttpServer } from "./http-server.ts";
import { startNotificationListener } from "./notification-listener.ts";
import { createPageCache } from "./page-cache.ts";
import { createPageWarmer } from "./page-warmer.ts";
import { isCacheable } from "./paths.ts";
import { createRefusalLog } from "./refusals.ts";
import { createRequestUrls } from "./request-urls.ts";
import { startJobs } from "./run-jobs.ts";
import { seedQuizzes } from "./seed-quizzes.ts";
import { withStaticFiles } from "./static-files.ts";
import { listenForStopSignals, STOP_DEADLINE_MS, waitUntilQuiet } from "./stop-signals.ts";
import { createUnknownCheck } from "./unknown-paths.ts";

const DRAIN_DELAY_MS = 1_000;
/**
 * How long nothing must have changed before pages are rendered into memory again: changes come in
 * series.
 */
const WARM_AFTER_MS = 1_000;

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

  const { server, countOpenResponses, close } = createHttpServer({
    env,
    services,
    fetch: withStaticFiles(inner).fetch,
    cache,
    urls,
    admission,
    noteRefusal,
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
    await waitUntilQuiet(countOpenResponses);
    await close();
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

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof EnvError) console.error(error.message);
  else if (error.code === "EADDRINUSE")
    console.error(
      "PORT is not usable: another program listens there; stop it or set PORT to another number.",
    );
  else console.error(error.message);
  process.exit(1);
});
