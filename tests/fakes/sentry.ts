import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export type ReportedError = {
  message: string;
  level: string;
  release: string;
  exception: { values: { type: string; value: string; stacktrace: { frames: unknown[] } }[] };
  tags: Record<string, string>;
};

/** A receiver of errors by the protocol of Sentry: envelopes of lines, at /api/<project>/envelope/. */
export async function startSentry() {
  const events: ReportedError[] = [];
  const bodies: string[] = [];
  let changed: (() => void)[] = [];
  const server = createServer(async (req, res) => {
    const sent = Buffer.concat(await req.toArray());
    const body = (req.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent).toString();
    bodies.push(body);
    const url = new URL(req.url ?? "/", "http://localhost");
    const isRight =
      url.pathname === "/api/7/envelope/" && url.searchParams.get("sentry_key") === "publickey";
    const [, item = "{}", event = "{}"] = body.split("\n");
    if (isRight && JSON.parse(item).type === "event") events.push(JSON.parse(event));
    res.writeHead(isRight ? 200 : 403, { "Content-Type": "application/json" }).end("{}");
    for (const notify of changed) notify();
    changed = [];
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    events,
    bodies,
    /** Resolves when what was reported fulfills a condition. */
    async waitUntil(isFulfilled: () => boolean): Promise<void> {
      while (!isFulfilled()) await new Promise<void>((resolve) => changed.push(resolve));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
