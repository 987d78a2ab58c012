import type pg from "pg";
import { insertApiKey } from "../api-keys.ts";
import { createApiClient, type PublishedDocument } from "../openapi-client.ts";
import { createRandomAddress } from "../send-raw.ts";
import { site } from "./http-client.ts";

let published: Promise<PublishedDocument> | undefined;

/** The document as the site publishes it, fetched once. */
export function fetchDocument(): Promise<PublishedDocument> {
  published ??= fetch(`${site()}/api/openapi.json`).then(
    (response) => response.json() as Promise<PublishedDocument>,
  );
  return published;
}

/** A client of the site's API, made from its published document. */
export async function openClient(key: string | null, address = createRandomAddress()) {
  return createApiClient(await fetchDocument(), {
    key,
    send: (path, init) =>
      fetch(site() + path, {
        ...init,
        redirect: "manual",
        headers: { "X-Forwarded-For": address, ...init.headers },
      }),
  });
}

/** A client with a key of its own. */
export async function openClientWithKey(
  db: pg.Client,
  options?: Parameters<typeof insertApiKey>[1],
) {
  const { id, key } = await insertApiKey(db, options);
  return { id, key, client: await openClient(key) };
}
