import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { ServerBuild } from "react-router";
import type { SecurityEventKind } from "#app/lib/security-log.server.ts";
import type { Admission } from "./admission.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import type { PageCache } from "./page-cache.ts";
import type { RefusalKind } from "./refusals.ts";

export type HonoEnv = {
  Bindings: HttpBindings;
  Variables: {
    httpRequestId: string;
    viaLoginPath: boolean;
    isUrlMalformed: boolean;
    staffId?: string;
    securityEvent?: SecurityEventKind;
  };
};
export type Middleware = MiddlewareHandler<HonoEnv>;

export type AppOptions = {
  build: ServerBuild;
  mode: "development" | "production";
  context: RunningAppContext;
  /** Absent in development: every page is rendered for each request. */
  pageCache?: PageCache;
  /** Decides when requests begin; absent in development, and for renderings for the page cache. */
  admission?: Admission;
  /** Is called for each request that admission refuses. */
  logRefusal?: (kind: RefusalKind) => void;
  /** Renders for the page cache: not a request, so it is neither logged nor counted. */
  isInternal?: boolean;
};
