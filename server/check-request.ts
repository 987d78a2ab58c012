import type { Context } from "hono";
import { createProblem, isApiCall } from "#app/lib/problem.ts";
import type { AppOptions, HonoEnv, Middleware } from "./app-options.ts";
import { createMethodCheck, refuseMethod } from "./methods.ts";
import { getCanonicalPath, getPagePath, isCacheable, readsQuery } from "./paths.ts";

/** Routes that never read cookies and are called from other sites or servers. */
const CROSS_ORIGIN = [
  /^\/functions\/v1\/contact-sync$/,
  /^\/webhooks\//,
  /^\/api\/v1\//,
  // Programs send no origin; the route refuses those of other sites itself.
  /^\/mcp$/,
];
/** The route of the staff login; ADMIN_LOGIN_PATH may give it another path. */
const LOGIN_ROUTE = "/backyard";

/**
 * Redirects to the canonical path, refuses wrong methods and writes from other origins, maps the
 * configured login path to its route, and serves cacheable pages from memory.
 */
export function checkRequest(
  { build, pageCache, context }: AppOptions,
  render: (c: Context<HonoEnv>) => Promise<Response>,
): Middleware {
  const findAllowedMethods = createMethodCheck(build.routes);
  const loginPath = context.env.ADMIN_LOGIN_PATH;
  return async (c, next) => {
    const url = new URL(c.req.url);
    const path = getCanonicalPath(url.pathname);
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (path === null && isRead && !isApiCall(url.pathname)) {
      // The fallback screen, at a path that no router can misread.
      c.set("isUrlMalformed", true);
      c.req.raw = new Request(new URL("/unreadable", url), c.req.raw);
      return render(c);
    }
    if (path === null && isApiCall(url.pathname))
      return createProblem("not-found", { detail: "This address cannot be read." });
    if (path === null) return c.text("This address cannot be read.", 400);
    if (path !== url.pathname)
      return isRead ? c.redirect(path + url.search, 308) : c.text("Not Found", 404);
    const isLogin = path === loginPath;
    const allowed = findAllowedMethods(c.req.method, isLogin ? LOGIN_ROUTE : path);
    if (allowed) return refuseMethod(path, allowed);
    if (!isRead && c.req.method !== "OPTIONS" && isForeignWrite(c, url)) {
      c.set("securityEvent", "refused-origin");
      return c.text("This request did not come from our own pages.", 403);
    }
    c.set("viaLoginPath", isLogin);
    if (isLogin && loginPath !== LOGIN_ROUTE) {
      // The route has one path; the browser still shows the configured one.
      url.pathname = LOGIN_ROUTE;
      c.req.raw = new Request(url, c.req.raw);
      return next();
    }
    if (pageCache && isRead && isCacheable(path) && !readsQuery(path, url.search))
      return pageCache.get(path);
    await next();
  };
}

/** Whether a write comes from a page that is not ours, for a route that accepts only ours. */
function isForeignWrite(c: Context<HonoEnv>, { origin: ownOrigin, pathname }: URL): boolean {
  if (CROSS_ORIGIN.some((route) => route.test(getPagePath(pathname)))) return false;
  const site = c.req.header("sec-fetch-site");
  return c.req.header("origin") !== ownOrigin || (site !== undefined && site !== "same-origin");
}
