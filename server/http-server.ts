import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Env } from "#app/lib/env.server.ts";
import type { Admission } from "./admission.ts";
import { DEFAULT_LIMIT, findBodyLimit, getBytesToReceive } from "./body-limits.ts";
import { limitBodyTime } from "./body-timeout.ts";
import { limitConnections } from "./connections.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import { serveFromMemory } from "./memory-front.ts";
import type { PageCache } from "./page-cache.ts";
import { createBodyReceiver } from "./receive-body.ts";
import { createRefusal, type RefusalKind } from "./refusals.ts";
import type { createRequestUrls } from "./request-urls.ts";
import { FALLBACK_POLICY, listCommonHeaders } from "./security-headers.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** 10 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;

type HttpServerOptions = {
  env: Env;
  services: RunningAppContext;
  fetch: Parameters<typeof getRequestListener>[0];
  cache: PageCache;
  urls: ReturnType<typeof createRequestUrls>;
  admission: Admission;
  noteRefusal: (kind: RefusalKind) => void;
};

/**
 * The HTTP server: cached pages are served before the application sees a request.
 * @returns the server, and how many responses are open
 */
export function createHttpServer(options: HttpServerOptions) {
  const { env, services, cache, urls, admission } = options;
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
  return {
    server,
    countOpenResponses: () => openResponses,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeIdleConnections();
        front.closeIdle();
      }),
  };
}

function createHandler(options: HttpServerOptions) {
  const { env, services, cache, urls, noteRefusal } = options;
  const receive = createBodyReceiver({
    listener: getRequestListener(options.fetch),
    refuse(res, path) {
      services.appMetrics.shed.inc();
      noteRefusal("shed");
      const { status, headers, body } = createRefusal("shed", { path });
      res.writeHead(status, { ...headers, Connection: "close" }).end(body);
    },
  });
  const commonHeaders: [string, string][] = [
    ...listCommonHeaders(env),
    ["Content-Security-Policy", FALLBACK_POLICY],
  ];
  return (req: IncomingMessage, res: ServerResponse) => {
    const target = urls.read(req);
    if (target.answer) {
      for (const [name, value] of commonHeaders) res.setHeader(name, value);
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
    // Responses before any route, such as a refusal, have no others; the rest replaces them.
    for (const [name, value] of commonHeaders) res.setHeader(name, value);
    receive(req, res, { maxBytes: getBytesToReceive(req, target.path), path: target.path });
  };
}
