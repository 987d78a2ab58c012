import { randomInt } from "node:crypto";
import { type Agent, type IncomingHttpHeaders, request } from "node:http";

/** Returns a random address of the shared address space, which no other test uses. */
export const createRandomAddress = () =>
  `100.${64 + randomInt(64)}.${randomInt(256)}.${randomInt(256)}`;

export type RawOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
};
type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Sends a request with exactly this target and these headers: `fetch` normalizes paths, sets Host
 * and decompresses responses.
 */
export function sendRaw(
  origin: string,
  target: string,
  options: RawOptions = {},
): Promise<RawResponse> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const headers = { Host: host, "X-Forwarded-For": createRandomAddress(), ...options.headers };
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
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    call.on("error", reject).end(options.body);
  });
}
