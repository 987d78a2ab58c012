import { randomInt } from "node:crypto";
import { type Agent, type IncomingHttpHeaders, request } from "node:http";

/** Shared address space: nobody else in the tests calls from there. */
export const anyAddress = () => `100.${64 + randomInt(64)}.${randomInt(256)}.${randomInt(256)}`;

export type RawOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
};
type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * A request with exactly this target, headers and nothing else: `fetch` tidies paths, sets Host and
 * undoes compression.
 */
export function sendRaw(origin: string, target: string, options: RawOptions = {}): Promise<Raw> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((done, fail) => {
    const headers = { Host: host, "X-Forwarded-For": anyAddress(), ...options.headers };
    const call = request(
      {
        hostname,
        port,
        path: target,
        method: options.method ?? "GET",
        headers,
        agent: options.agent ?? false,
        setHost: false,
      },
      (res) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("end", () =>
          done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    call.on("error", fail).end(options.body);
  });
}
