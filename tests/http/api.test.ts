import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { Validator } from "@seriousme/openapi-schema-validator";
import type pg from "pg";
import { expect } from "vitest";
import routes from "#app/routes.ts";
import { sendInboxRequest } from "../inbox-requests.ts";
import { insertProvider } from "../providers.ts";
import { fetchDocument, openClientWithKey } from "./api-client.ts";
import { site, test } from "./http-client.ts";

const WORDS = "Water drips from the ceiling of my daughter's room";

async function sendRequest(db: pg.Client, description = WORDS) {
  const name = await sendInboxRequest(site(), { description });
  const { rows } = await db.query<{ id: string; customer_phone: string }>(
    "select id, customer_phone from service_requests where customer_name = $1",
    [name],
  );
  const { id = "", customer_phone: phone = "" } = rows[0] ?? {};
  return { id, name, phone };
}

test("the document is public, valid OpenAPI 3.1, and cached", async ({ send }) => {
  const response = await send("/api/openapi.json");
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  const etag = response.headers.get("etag") ?? "";
  const document = (await response.json()) as Record<string, unknown>;
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const again = await send("/api/openapi.json", { headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
});

test("every route of the API is in the document, and vice versa", async () => {
  const listed = (await routes)
    .flatMap((entry: RouteConfigEntry) => entry.path ?? [])
    .filter((path) => path.startsWith("api/v1/") && !path.endsWith("*"))
    .map((path) => `/${path}`.replaceAll(/:(\w+)/g, "{$1}"));
  const { paths, servers } = await fetchDocument();
  expect(
    Object.keys(paths)
      .map((path) => servers[0]?.url + path)
      .sort(),
  ).toEqual(listed.sort());
  for (const [path, methods] of Object.entries(paths)) {
    const response = await fetch(
      site() + servers[0]?.url + path.replaceAll(/\{\w+\}/g, randomUUID()),
      { method: "PUT" },
    );
    expect(response.status, path).toBe(405);
    const allowed = response.headers.get("allow")?.toLowerCase().split(", ");
    expect(allowed?.filter((method) => method !== "head").sort(), path).toEqual(
      Object.keys(methods).sort(),
    );
  }
});

test("a request is read, with personal data only where the key may", async ({ db }) => {
  const { id, name, phone } = await sendRequest(db);
  const all = await openClientWithKey(db);
  const read = await all.client.getRequest?.({ path: { id } });
  expect(read?.body.personal).toMatchObject({
    customer_name: name,
    customer_phone: phone,
    customer_email: "sam@example.com",
    address: "12 Elm Street",
    description: WORDS,
  });
  const plain = await openClientWithKey(db, { scopes: ["requests:read"] });
  const without = await plain.client.getRequest?.({ path: { id } });
  const { personal: _, ...rest } = read?.body ?? {};
  expect(without?.body).toEqual(rest);
  const list = await plain.client.listRequests?.({ query: { limit: 100 } });
  expect(list?.body).toMatchObject({ data: expect.any(Array) });
  expect(list?.body.data).toContainEqual(rest);
  for (const text of [JSON.stringify(without?.body), JSON.stringify(list?.body)])
    for (const word of [name, phone, "sam@example.com", "12 Elm Street", WORDS])
      expect(text).not.toContain(word);
});

test("a provider is read, with contact data only where the key may", async ({ db }) => {
  const { id, name } = await insertProvider(db, { contact_email: "pat@example.com" });
  const all = await openClientWithKey(db);
  const read = await all.client.getProvider?.({ path: { id } });
  expect(read?.body).toMatchObject({
    company_name: name,
    personal: { contact_name: "Pat Example", contact_email: "pat@example.com" },
  });
  const plain = await openClientWithKey(db, { scopes: ["providers:read"] });
  const without = await plain.client.getProvider?.({ path: { id } });
  expect(without?.body.personal).toBeUndefined();
  expect(JSON.stringify(without?.body)).not.toMatch(/Pat Example|555-0123|pat@example/);
});
