import pg from "pg";
import { test as base, inject } from "vitest";
import { createRandomAddress, type RawOptions, sendRaw as sendRawTo } from "../send-raw.ts";

export const site = () => inject("sharedSite").url;

/**
 * `address`: the caller's address, as a proxy in front of the site reports it. `send`: `fetch` from
 * that address to the site under test, without following redirects.
 */
export const test = base
  .extend("address", () => createRandomAddress())
  .extend(
    "send",
    ({ address }) =>
      (
        path: string,
        { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
      ): Promise<Response> =>
        fetch(site() + path, {
          redirect: "manual",
          ...init,
          headers: { "X-Forwarded-For": address, ...headers },
        }),
  )
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
  .extend("db", { scope: "file" }, async ({}, { onCleanup }) => {
    const client = new pg.Client({ connectionString: inject("sharedSite").databaseUrl });
    await client.connect();
    onCleanup(() => client.end());
    return client;
  });

/** Sends a raw request to the site under test. */
export const sendRaw = (target: string, options?: RawOptions) => sendRawTo(site(), target, options);
