import type { IncomingMessage } from "node:http";
import { readsQuery } from "./paths.ts";

type EarlyResponse = { status: number; headers: Record<string, string>; body: string };
/**
 * `readsQuery`: the cached page is not the response. `response`: sent instead of handling the
 * request.
 */
type Target = { path: string; readsQuery: boolean; response?: EarlyResponse };

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Decides under which URL a request is handled. With PUBLIC_URL all pages are there, and a GET for
 * another host is redirected there; without it only this machine may send requests, under the name
 * it uses.
 */
export function createRequestUrls(options: { publicUrl?: string }) {
  const configured = options.publicUrl ? new URL(options.publicUrl) : undefined;
  let ownOrigin = configured?.origin ?? "http://localhost:3000";

  const isOwnHost = (host: string) =>
    configured ? host === configured.host : LOOPBACK_HOST.test(host);

  return {
    ownOrigin: () => ownOrigin,
    /** Whether pages are served under this Host header. */
    isOwnHost,
    /** Without PUBLIC_URL our own URL follows the port that was opened. */
    setPort(port: number) {
      if (!configured) ownOrigin = `http://localhost:${port}`;
    },
    /** Path of a request; sets `req.url` to the full URL that all later code sees. */
    read(req: IncomingMessage): Target {
      // With two hosts a proxy in front might use one and this server the other.
      if (hasTwoHosts(req.rawHeaders))
        return {
          path: "",
          readsQuery: false,
          response: plain(400, "This request names two hosts."),
        };
      const host = req.headers.host ?? "";
      // An absolute request target ("GET http://host/path") contains a host; only its path counts.
      const target = (req.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "") || "/";
      const queryStart = target.indexOf("?");
      const path = queryStart < 0 ? target : target.slice(0, queryStart);
      if (!target.startsWith("/"))
        return { path, readsQuery: false, response: plain(400, "This address cannot be read.") };
      if (configured && !isOwnHost(host) && !isProbe(path)) {
        const isRead = req.method === "GET" || req.method === "HEAD";
        return {
          path,
          readsQuery: false,
          response: isRead
            ? {
                status: 308,
                headers: { Location: configured.origin + (target.startsWith("//") ? "/" : target) },
                body: "",
              }
            : plain(421, `This site lives at ${configured.origin}.`),
        };
      }
      if (!configured && !isOwnHost(host))
        return {
          path,
          readsQuery: false,
          response: plain(
            421,
            "PUBLIC_URL is not set, so only this machine itself is answered: set PUBLIC_URL to the address that visitors use.",
          ),
        };
      req.url = (configured?.origin ?? `http://${host}`) + target;
      return { path, readsQuery: queryStart >= 0 && readsQuery(path, target.slice(queryStart)) };
    },
  };
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") found += 1;
  return found > 1;
}

/** Load balancers and Prometheus send requests by address. */
const isProbe = (path: string) => path === "/healthz" || path === "/readyz" || path === "/metrics";

const plain = (status: number, body: string): EarlyResponse => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
  body,
});
