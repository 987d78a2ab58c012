import type { Context } from "hono";
import type { AppOptions, HonoEnv, Middleware } from "./app-options.ts";
import { createMethodCheck, refuseMethod } from "./methods.ts";
import { getCanonicalPath, getPagePath, isCacheable, readsQuery } from "./paths.ts";

/** Routes that never read cookies and are called from other sites or servers. */
const CROSS_ORIGIN = [/^\/functions\/v1\/contact-sync$/, /^\/webhooks\//];
/** The route of the staff login; ADMIN_LOGIN_PATH may give it another path. */
const LOGIN_ROUTE = "/backyard";

/**
 * Redirects to canonical paths, requires our own origin for changes, and serves pages from memory.
 */
export function checkAddress(
  { build, pageCache, services }: AppOptions,
  render: (c: Context<HonoEnv>) => Promise<Response>,
): Middleware {
  const listAllowedInstead = createMethodCheck(build.routes);
  return async (c, next) => {
    const url = new URL(c.req.url);
    const path = getCanonicalPath(url.pathname);
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (path === null && isRead) {
      // The fallback screen, at a path that no router can misread.
      c.set("isUnreadable", true);
      c.req.raw = new Request(new URL("/unreadable", url), c.req.raw);
      return render(c);
    }
    if (path === null) return c.text("This address cannot be read.", 400);
    if (path !== url.pathname)
      return isRead ? c.redirect(path + url.search, 308) : c.text("Not Found", 404);
    const login = services.env.ADMIN_LOGIN_PATH;
    const allowed = listAllowedInstead(c.req.method, path === login ? LOGIN_ROUTE : path);
    if (allowed) return refuseMethod(path, allowed);
    if (
      !isRead &&
      c.req.method !== "OPTIONS" &&
      !CROSS_ORIGIN.some((route) => route.test(getPagePath(path)))
    ) {
      const origin = c.req.header("origin");
      const site = c.req.header("sec-fetch-site");
      if (origin !== url.origin || (site !== undefined && site !== "same-origin")) {
        c.set("securityEvent", "refused-origin");
        return c.text("This request did not come from our own pages.", 403);
      }
    }
    c.set("viaLoginPath", path === login);
    if (path === login && login !== LOGIN_ROUTE) {
      // The route has one path; the browser still shows the configured one.
      url.pathname = LOGIN_ROUTE;
      c.req.raw = new Request(url, c.req.raw);
      return next();
    }
    if (pageCache && isRead && isCacheable(path) && !readsQuery(path, url.search))
      return pageCache().get(path);
    await next();
  };
}
