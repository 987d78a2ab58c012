import type { Context } from "hono";
import { matchSegments, PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";
import type { HonoEnv } from "./app-options.ts";
import { getPagePath } from "./paths.ts";

const PRIVATE_PATH = matchSegments(PRIVATE_SEGMENTS);

/** Whether a page belongs to one person: never cached, compressed or found by search engines. */
export const isPrivatePage = (c: Context<HonoEnv>): boolean =>
  PRIVATE_PATH.test(getPagePath(c.req.path)) || c.get("viaLoginPath") === true;
