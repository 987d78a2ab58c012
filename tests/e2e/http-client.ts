import { randomInt } from "node:crypto";
import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { test as base, expect } from "@playwright/test";
import pg from "pg";

type Send = (
  path: string,
  init?: RequestInit & { headers?: Record<string, string> },
) => Promise<Response>;
type Fixtures = {
  /** The caller's address, as a proxy in front of the site reports it. */
  address: string;
  /** `fetch` on the site under test from that address; redirects are not followed. */
  send: Send;
  db: pg.Client;
};

/** Shared address space: nobody else in the tests calls from there. */
export const anyAddress = () => `100.${64 + randomInt(64)}.${randomInt(256)}.${randomInt(256)}`;
export const site = () => process.env.BASE_URL ?? "";

/** Tests that need no page, and so start no browser. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  address: async ({}, use) => use(anyAddress()),
  send: async ({ address }, use) =>
    use((path, { headers, ...init } = {}) =>
      fetch(site() + path, {
        redirect: "manual",
        ...init,
        headers: { "X-Forwarded-For": address, ...headers },
      }),
    ),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  db: async ({}, use) => {
    const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
    await client.connect();
    await use(client);
    await client.end();
  },
});
export { expect };

type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * A request with exactly this target, headers and nothing else: `fetch` tidies paths, sets Host and
 * undoes compression.
 */
export function sendRaw(
  target: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    agent?: Agent;
  } = {},
): Promise<Raw> {
  const { hostname, port, host } = new URL(site());
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
