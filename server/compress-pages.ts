import { matchSegments, PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";
import type { Middleware } from "./app-options.ts";
import {
  choosePreferredCoding,
  compressBrotli,
  compressGzip,
  QUICK_QUALITY,
} from "./compression.ts";
import { getPagePath } from "./paths.ts";

const PRIVATE_PAGE = matchSegments(PRIVATE_SEGMENTS);

/**
 * Compresses public pages that are not cached: results, tools with inputs, the quote page. Pages of one
 * person stay as they are: a page that repeats its query beside a secret would tell the secret by its
 * compressed length (BREACH).
 */
export function compressPages(): Middleware {
  return async (c, next) => {
    await next();
    const { res } = c;
    if (
      !res.body ||
      !res.headers.get("Content-Type")?.startsWith("text/html") ||
      res.headers.has("Content-Encoding") ||
      c.get("viaLoginPath") ||
      PRIVATE_PAGE.test(getPagePath(c.req.path))
    )
      return;
    const headers = new Headers(res.headers);
    headers.append("Vary", "Accept-Encoding");
    const coding = choosePreferredCoding(c.req.header("accept-encoding"));
    const { status } = res;
    if (coding === "identity") {
      c.res = new Response(res.body, { status, headers });
      return;
    }
    const body = Buffer.from(await res.arrayBuffer());
    const small = await (coding === "br"
      ? compressBrotli(body, QUICK_QUALITY)
      : compressGzip(body));
    headers.set("Content-Encoding", coding);
    headers.set("Content-Length", String(small.length));
    c.res = undefined;
    c.res = new Response(small, { status, headers });
  };
}
