import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Admission } from "./admission.ts";
import { DEFAULT_LIMIT, findBodyLimit, getBytesToReceive } from "./body-limits.ts";
import { limitBodyTime } from "./body-timeout.ts";
import { limitConnections } from "./connections.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import type { PageCache } from "./page-cache.ts";
import { createBodyReceiver } from "./receive-body.ts";
import { createRefusal, type RefusalKind } from "./refusals.ts";
import type { createRequestUrls } from "./request-urls.ts";
import { FALLBACK_POLICY, listCommonHeaders } from "./security-headers.ts";
import { serveFromMemory } from "./serve-from-memory.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** 10 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;

type HttpServerOptions = {
  context: RunningAppContext;
  fetch: Parameters<typeof getRequestListener>[0];
  pageCache: PageCache;
  urls: ReturnType<typeof createRequestUrls>;
  admission: Admission;
  logRefusal: (kind: RefusalKind) => void;
};

/**
 * The HTTP server: cached pages are served before the application sees a request.
 * @returns the server, how many responses are open, and what closes it
 */
export function createHttpServer(options: HttpServerOptions) {
  const { context, pageCache, urls, admission } = options;
  let openResponses = 0;
  const handle = createHandler(options);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
    },
    (req, res) => {
      openResponses += 1;
      res.once("close", () => {
        openResponses -= 1;
      });
      handle(req, res);
    },
  );
  const memoryFront = serveFromMemory(server, {
    firstRequestMs: HEADERS_TIMEOUT_MS,
    idleMs: KEEP_ALIVE_MS,
    find(request) {
      if (context.isStopping() || !urls.isOwnHost(request.host)) return undefined;
      const response = pageCache.getResponse(request.path, request);
      if (response) context.appMetrics.cachedPages.inc();
      return response;
    },
  });
  server.on("connection", admission.noteConnection);
  limitConnections(server, {
    proxies: context.env.TRUSTED_PROXIES,
    onEnd: (reason) => context.appMetrics.endedConnections.inc({ reason }),
  });
  return {
    server,
    countOpenResponses: () => openResponses,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        memoryFront.closeIdle();
      }),
  };
}

function createHandler(options: HttpServerOptions) {
  const { context, pageCache, urls, logRefusal } = options;
  const receive = createBodyReceiver({
    listener: getRequestListener(options.fetch),
    refuse(res, path) {
      context.appMetrics.shed.inc();
      logRefusal("shed");
      const { status, headers, body } = createRefusal("shed", { path });
      res.writeHead(status, { ...headers, Connection: "close" }).end(body);
    },
  });
  const commonHeaders: [string, string][] = [
    ...listCommonHeaders(context.env),
    ["Content-Security-Policy", FALLBACK_POLICY],
  ];
  return (req: IncomingMessage, res: ServerResponse) => {
    const target = urls.read(req);
    if (target.response) {
      for (const [name, value] of commonHeaders) res.setHeader(name, value);
      res.writeHead(target.response.status, target.response.headers);
      res.end(target.response.body);
      return;
    }
    if (context.isStopping()) res.setHeader("Connection", "close");
    limitBodyTime(
      req,
      res,
      findBodyLimit(target.path).bytes > DEFAULT_LIMIT.bytes
        ? UPLOAD_TIMEOUT_MS
        : REQUEST_TIMEOUT_MS,
    );
    if (!target.readsQuery && pageCache.serve(req, res, target.path))
      return context.appMetrics.cachedPages.inc();
    // A response before any route, such as a refusal, has only these; routes replace them.
    for (const [name, value] of commonHeaders) res.setHeader(name, value);
    receive(req, res, { maxBytes: getBytesToReceive(req, target.path), path: target.path });
  };
}
