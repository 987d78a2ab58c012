import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createPageCache } from "#server/page-cache.ts";

type PageResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  fromMemory: boolean;
};

/** A rendering of a page, with headers that belong to its visitor. */
export const renderPage = (text: string, init: { status?: number; kind?: string } = {}) =>
  new Response(text, {
    status: init.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'self'",
      "Cache-Control": "private, no-cache",
      "Set-Cookie": "visitor=one",
      "X-Request-Id": "request-one",
      "X-Page-Kind": init.kind ?? "content",
    },
  });

/**
 * Starts a server with a page cache. Tests may replace `render`; `rendered` lists the paths that
 * were rendered. Paths that start with /unknown have no route.
 */
export async function startPageServer() {
  const rendered: string[] = [];
  const site = {
    rendered,
    render: async (path: string): Promise<Response> => renderPage(`page ${path} `.repeat(200)),
    cache: createPageCache({
      render(path): Promise<Response> {
        rendered.push(path);
        return site.render(path);
      },
      isUnknown: (path) => path.startsWith("/unknown"),
      countStaleReads: (): number => site.staleReads,
    }),
    /** Grows in a rendering that could not read what is current. */
    staleReads: 0,
    /** Renders from now on only when the returned function is called, with its response. */
    holdRendering() {
      const { promise, resolve } = Promise.withResolvers<Response>();
      site.render = () => promise;
      return resolve;
    },
    get,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  const server = createServer((req, res) => {
    const path = req.url ?? "/";
    if (site.cache.serve(req, res, path)) return;
    void site.cache.get(path).then(
      async (page) => {
        res.writeHead(page.status, { "X-Rendered": "now" });
        res.end(Buffer.from(await page.arrayBuffer()));
      },
      () => res.writeHead(500, { "X-Rendered": "now" }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  /** Node's own client: it neither requests a compression nor decompresses one. */
  function get(
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<PageResponse> {
    return new Promise((resolve, reject) => {
      const call = request(
        { host: "127.0.0.1", port, path, method, headers, agent: false },
        (res) => {
          const parts: Buffer[] = [];
          res.on("data", (part: Buffer) => parts.push(part));
          res.on("end", () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              body: Buffer.concat(parts),
              fromMemory: res.headers["x-rendered"] === undefined,
            }),
          );
        },
      );
      call.on("error", reject).end();
    });
  }
  return site;
}
