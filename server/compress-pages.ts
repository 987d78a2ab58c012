import type { Middleware } from "./app-options.ts";
import {
  choosePreferredCoding,
  compressBrotli,
  compressGzip,
  QUICK_QUALITY,
} from "./compression.ts";
import { isPrivatePage } from "./private-pages.ts";

/**
 * Compresses public pages that are not cached: results, tools with inputs, the quote page. Pages of one
 * person, and what staff preview, stay as they are: a page that repeats its query beside a secret would
 * tell the secret by its compressed length (BREACH). So do missing pages, which are mostly requested by
 * programs, and by the hundred.
 */
export function compressPages(): Middleware {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    if (
      !headers.get("Content-Type")?.startsWith("text/html") ||
      headers.has("Content-Encoding") ||
      status === 404 ||
      c.get("staffId") ||
      isPrivatePage(c)
    )
      return;
    headers.append("Vary", "Accept-Encoding");
    const coding = choosePreferredCoding(c.req.header("accept-encoding"));
    if (coding === "identity" || !c.res.body) return;
    const body = Buffer.from(await c.res.arrayBuffer());
    const small = await (coding === "br"
      ? compressBrotli(body, QUICK_QUALITY)
      : compressGzip(body));
    const compressed = new Headers(headers);
    compressed.set("Content-Encoding", coding);
    compressed.set("Content-Length", String(small.length));
    // Otherwise Hono copies the headers of the old response over those of the new one.
    c.res = undefined;
    c.res = new Response(small, { status, headers: compressed });
  };
}
