import { randomBytes, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider } from "react-router";
import {
  appContext,
  type RequestInfo,
  requestInfoContext,
  staffContext,
} from "#app/app-context.ts";
import { IMAGES_PATH, UPLOAD_REFUSALS } from "#app/features/media/constants.ts";
import { findRedirect } from "#app/features/redirects/queries.server.ts";
import { getPageSettings } from "#app/features/settings/page-settings.ts";
import { createProblem, isApiCall } from "#app/lib/problem.ts";
import { describeSpan, failCurrentSpan, withNewTrace } from "#app/lib/tracing.server.ts";
import { admitRequests } from "./admit-requests.ts";
import type { AppOptions, HonoEnv, Middleware } from "./app-options.ts";
import { type BodyLimit, DEFAULT_LIMIT, findBodyLimit } from "./body-limits.ts";
import { checkRequest } from "./check-request.ts";
import { getClientAddress } from "./client-address.ts";
import { compressPages } from "./compress-pages.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import { formatLoggedPath } from "./logged-path.ts";
import { serveImages } from "./media-files.ts";
import { getPagePath } from "./paths.ts";
import { isPrivatePage } from "./private-pages.ts";
import { createUnknownCheck, getPattern, getRouteFinder } from "./route-tree.ts";
import { FALLBACK_POLICY, listCommonHeaders } from "./security-headers.ts";

const PAGE_HEADERS: [string, string][] = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
];
function refuseLargeBody(c: Context, { name }: BodyLimit): Response {
  const sentence = `The request is too large: ${name} is the limit.`;
  const headers = { Connection: "close" };
  return isApiCall(c.req.path)
    ? createProblem("too-large", { detail: sentence }, headers)
    : c.json({ success: false, error: sentence }, 413, headers);
}
const refuseLargeImage = (c: Context) =>
  c.json({ ok: false, message: UPLOAD_REFUSALS["too-large"] }, 413, { Connection: "close" });

/** The HTTP application that development and production share. */
export function createApp(options: AppOptions): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  if (options.admission) app.use(admitRequests(options.admission, options));
  app.use(finishResponses(options));
  // Internal renderings go to the page cache, which compresses them itself.
  if (!options.isInternal) app.use(compressPages());
  const render = renderRoutes(options);
  // Not for the page cache, whose one page for all missing ones does not change.
  if (!options.isInternal) app.use(followRedirects(options));
  app.use(checkRequest(options, render));
  app.use(limitBody());
  app.use(serveImages(options.context));
  app.all("*", render);
  app.onError((error, c) => {
    const requestId = c.get("httpRequestId");
    options.context.log.error({ err: error, requestId }, "a request failed");
    return c.text("Something went wrong on our side. Please try again.", 500);
  });
  return app;
}

/**
 * Gives each request its ID, and each response its headers, log line and metrics. Headers are set
 * last: routes would replace earlier ones.
 */
function finishResponses(options: AppOptions): Middleware {
  const { context, isInternal } = options;
  const traceRequest = createRequestTracing(options);
  const { env, log, appMetrics } = context;
  const commonHeaders = [...listCommonHeaders(env), ...PAGE_HEADERS];
  return async (c, next) => {
    const started = performance.now();
    const httpRequestId = randomUUID();
    c.set("httpRequestId", httpRequestId);
    if (isInternal) await next();
    else await traceRequest(c, next);
    const { headers, status } = c.res;
    // A route may tell another site less about the page than all others do, and never more.
    const isSilent = headers.get("Referrer-Policy") === "no-referrer";
    for (const [name, value] of commonHeaders) headers.set(name, value);
    if (isSilent) headers.set("Referrer-Policy", "no-referrer");
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", FALLBACK_POLICY);
    if (isPrivatePage(c)) {
      headers.set("Cache-Control", "no-store");
      headers.set("X-Robots-Tag", "noindex, nofollow");
    } else if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
    headers.set("X-Request-Id", httpRequestId);
    // The unread rest of a body would be parsed as the next request.
    if (status >= 400 && c.req.method !== "GET" && c.req.method !== "HEAD" && !c.req.raw.bodyUsed)
      headers.set("Connection", "close");
    if (isInternal) return;
    const ms = performance.now() - started;
    appMetrics.requests.inc({ method: c.req.method, status: String(status) });
    appMetrics.durations.observe(ms / 1000);
    const securityEvent = c.get("securityEvent") ?? (status === 403 ? "forbidden" : undefined);
    if (securityEvent)
      context.security.record(securityEvent, {
        staffId: c.get("staffId"),
        address: getAddress(c, context),
        requestId: httpRequestId,
      });
    log.info(
      {
        requestId: httpRequestId,
        method: c.req.method,
        path: formatLoggedPath(c.req.path),
        status,
        ms: Math.round(ms),
      },
      "request",
    );
  };
}

/** One span for each request; its route stands for the path, which may contain a key. */
const createRequestTracing = ({ build }: AppOptions): Middleware => {
  const findRoute = getRouteFinder(build.routes);
  return (c, next) => {
    const { method, path } = c.req;
    const route = getPattern(findRoute(getPagePath(path)));
    const attributes = {
      "app.request_id": c.get("httpRequestId"),
      "http.request.method": method,
      "http.route": route,
    };
    return withNewTrace(`${method} ${route}`, { kind: "SERVER", attributes }, async () => {
      await next();
      describeSpan({ "http.response.status_code": c.res.status });
      if (c.res.status >= 500) failCurrentSpan({ code: String(c.res.status) });
    });
  };
};

/**
 * Hono's limit reads the body through a web stream; an announced length is enough to decide, and
 * costs nothing.
 */
function limitBody(): Middleware {
  const readAndLimit = bodyLimit({
    maxSize: DEFAULT_LIMIT.bytes,
    onError: (c) => refuseLargeBody(c, DEFAULT_LIMIT),
  });
  return (c, next) => {
    const announced = c.req.header("content-length");
    const limit = findBodyLimit(c.req.path);
    // The action of uploads counts the bytes itself, once it knows the sender.
    if (c.req.path === IMAGES_PATH)
      return Number(announced ?? 0) <= limit.bytes ? next() : Promise.resolve(refuseLargeImage(c));
    // Counting means reading before the sender is known: the larger limits are for announced
    // lengths, which browsers send.
    if (announced === undefined || c.req.header("transfer-encoding") !== undefined)
      return readAndLimit(c, next);
    return Number(announced) <= limit.bytes ? next() : Promise.resolve(refuseLargeBody(c, limit));
  };
}

/**
 * A path without a route may have a redirect: 301 to the new path, with the query that campaigns
 * append; 410 where it is gone for good.
 */
function followRedirects({ context: { db, log } }: AppOptions): Middleware {
  return async (c, next) => {
    await next();
    if (c.res.status !== 404 || c.req.method !== "GET") return;
    // Without the database a missing page is a 404.
    const redirect = await findRedirect(db, c.req.path).catch(
      (error: unknown) => void log.warn({ err: error }, "redirects could not be read"),
    );
    if (!redirect) return;
    const { toPath } = redirect;
    const query = toPath && !/[?#]/.test(toPath) ? new URL(c.req.url).search : "";
    c.res = toPath
      ? c.redirect(toPath + query, 301)
      : new Response(c.res.body, { status: 410, headers: c.res.headers });
  };
}

const getAddress = (c: Context<HonoEnv>, { env }: RunningAppContext) =>
  getClientAddress(
    c.env?.incoming?.socket.remoteAddress,
    c.req.header("x-forwarded-for"),
    env.TRUSTED_PROXIES,
  );

function renderRoutes({
  build,
  mode,
  context,
}: AppOptions): (c: Context<HonoEnv>) => Promise<Response> {
  const render = createRequestHandler(build, mode);
  const bindToPage = createPageBinding(build, context);
  return async (c) => {
    let nonce: string | undefined;
    const info: RequestInfo = {
      httpRequestId: c.get("httpRequestId"),
      viaLoginPath: c.get("viaLoginPath"),
      isUrlMalformed: c.get("isUrlMalformed"),
      // Created on demand: most requests are not for interactive pages.
      get nonce() {
        nonce ??= randomBytes(16).toString("base64");
        return nonce;
      },
      caller: {
        address: getAddress(c, context),
        userAgent: c.req.header("user-agent")?.slice(0, 400) ?? null,
        gpc: c.req.header("sec-gpc") === "1",
      },
    };
    const routerContext = new RouterContextProvider();
    routerContext.set(appContext, bindToPage(getPagePath(c.req.path)));
    routerContext.set(requestInfoContext, info);
    const response = await render(c.req.raw, routerContext);
    c.set("staffId", routerContext.get(staffContext)?.userId);
    c.set("securityEvent", info.securityEvent);
    if (response.status !== 500 || !info.databaseDown) return response;
    return new Response(response.body, {
      status: 503,
      headers: [...response.headers, ["Retry-After", "5"]],
    });
  };
}

/**
 * What loaders and actions of a page get: everything the process shares, with the settings as this
 * page shows them. The one place that gives a page its phone number, by its path alone.
 */
function createPageBinding(
  build: AppOptions["build"],
  context: RunningAppContext,
): (path: string) => RunningAppContext {
  const isUnknown = createUnknownCheck(build.routes);
  const { settings } = context;
  return (path) => ({
    ...context,
    settings: {
      ...settings,
      async get() {
        const site = await settings.get();
        const own = getPageSettings(site, path);
        // All unknown paths share one page in the cache, so it shows the main number.
        return own === site || isUnknown(path) ? site : own;
      },
    },
  });
}
