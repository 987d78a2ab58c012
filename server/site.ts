import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "virtual:react-router/server-build";
import { getRequestListener } from "@hono/node-server";
import {
  listPublicPages,
  listPublishedContent,
} from "#app/features/public-pages/list-public-pages.server.ts";
import { EnvError } from "#app/lib/env.server.ts";
import { countStaleReads } from "#app/lib/stale-cache.server.ts";
import { createAdmission } from "./admission.ts";
import { createApp } from "./app.ts";
import { type Affected, dropLists } from "./content-changes.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import { measureEventLoopDelay } from "./event-loop-delay.ts";
import { createHttpServer } from "./http-server.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";
import { createPageWarmer } from "./page-warmer.ts";
import { isCacheable } from "./paths.ts";
import { createRefusalLogger } from "./refusals.ts";
import { createRequestUrls } from "./request-urls.ts";
import { createUnknownCheck } from "./route-tree.ts";
import { withStaticFiles } from "./static-files.ts";

/**
 * How long nothing must have changed before pages are rendered into memory again: changes come in
 * series.
 */
const WARM_DELAY_MS = 1_000;

/** What a worker answers: probes of its supervisor, and metrics. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/** The site as production serves it: the HTTP server, and the page cache in front of the app. */
export function createSite(context: RunningAppContext) {
  const { env, log, appMetrics } = context;
  const urls = createRequestUrls({ publicUrl: env.PUBLIC_URL });
  const admission = createAdmission(measureEventLoopDelay());
  const logRefusal = createRefusalLogger(log);
  const anonymousApp = createApp({ build, mode: "production", context, isInternal: true });
  const pageCache = createPageCache({
    render: async (path) => {
      appMetrics.renderedPages.inc();
      return anonymousApp.fetch(new Request(urls.ownOrigin() + path));
    },
    isUnknown: createUnknownCheck(build.routes),
    countStaleReads,
  });
  const app = createApp({
    build,
    mode: "production",
    context,
    admission,
    logRefusal,
    pageCache,
  });
  const { server, countOpenResponses, close } = createHttpServer({
    context,
    fetch: withStaticFiles(app).fetch,
    pageCache,
    urls,
    admission,
    logRefusal,
  });
  const warmCache = createCacheWarmer(context, pageCache);
  const warm = (delayMs: number) => {
    if (env.PAGE_WARM_UP === "off") return;
    warmCache(delayMs).catch((error: unknown) =>
      log.warn({ err: error }, "the page cache could not be warmed up"),
    );
  };

  return {
    countOpenResponses,
    close,
    /** Renders every public page that is not in memory, after a delay. */
    warm,
    /** Drops what a change of content affects, and warms the cache up again. */
    dropAffected(affected: Affected): void {
      dropLists(context, affected);
      if (Array.isArray(affected.pages) && affected.pages.length === 0) return;
      pageCache.drop(affected.pages);
      if (server.listening) warm(WARM_DELAY_MS);
    },
    /** Serves probes and nothing else, for a process without pages; rejects where the port is in use. */
    async listenForProbes(port: number): Promise<void> {
      const probes = createServer(
        getRequestListener((request, bindings) =>
          PROBES.has(new URL(request.url).pathname)
            ? app.fetch(request, bindings)
            : new Response("Not Found\n", { status: 404 }),
        ),
      );
      await new Promise<void>((resolve, reject) => {
        probes.once("error", reject);
        probes.listen(port, env.HOST, resolve);
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error;
        throw new EnvError(
          "WORKER_PORT is not usable: another program listens there; stop it or set WORKER_PORT to another number.",
        );
      });
      // Not closed with the site: until the process ends, /readyz reports that it is stopping.
      probes.unref();
    },
    /** @returns the origin under which the site is now served; rejects where the port is in use */
    async listen(): Promise<string> {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(env.PORT, env.HOST, resolve);
      });
      urls.setPort((server.address() as AddressInfo).port);
      return urls.ownOrigin();
    },
  };
}

const createCacheWarmer = (context: RunningAppContext, cache: PageCache) =>
  createPageWarmer({
    list: async () =>
      listPublicPages(await context.settings.get(), await listPublishedContent(context)).flatMap(
        ({ path }) => (isCacheable(path) ? path : []),
      ),
    isWarm: cache.has,
    render: cache.get,
    onWarm({ pages, seconds, workSeconds }) {
      const { cacheBytes, warmPages, warmSeconds, warmWorkSeconds } = context.appMetrics;
      cacheBytes.set(cache.bytes());
      warmPages.set(pages);
      warmSeconds.set(seconds);
      warmWorkSeconds.set(workSeconds);
    },
  });
