import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { HonoEnv } from "./app-options.ts";
import { FILE_POLICY } from "./security-headers.ts";

/** Files of the build; images of the media library have a hash in their address. */
const STATIC_FILES =
  /^\/(?:assets\/|art\/|icons\/|media\/(?![0-9a-f]{32}-)|favicon\.|apple-touch-icon\.png|og-default\.png)/;

/** Serves files of the build, and everything else with the application. */
export function withStaticFiles(siteApp: Hono<HonoEnv>): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) =>
    STATIC_FILES.test(c.req.path) ? next() : siteApp.fetch(c.req.raw, c.env),
  );
  app.use(async (c, next) => {
    await next();
    // Not in onFound: headers set there do not reach the response.
    const { headers } = c.res;
    if (c.res.ok)
      headers.set(
        "Cache-Control",
        c.req.path.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=86400",
      );
    headers.set("Content-Security-Policy", FILE_POLICY);
  });
  app.use(serveStatic({ root: "build/client", precompressed: true }));
  return app;
}
