import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { sendInboxRequest } from "../inbox-requests.ts";
import { insertProvider } from "../providers.ts";
import { createSignedInStaff } from "../staff.ts";
import { openClientWithKey } from "./api-client.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

async function sendRequest(db: pg.Client) {
  const name = await sendInboxRequest(site());
  const { rows } = await db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  return rows[0]?.id ?? "";
}

test("a program closes a request as staff do, and the timeline and the audit log name its key", async ({
  db,
}) => {
  const id = await sendRequest(db);
  const { id: keyId, client } = await openClientWithKey(db, {
    scopes: ["requests:read", "requests:write"],
  });
  const read = await client.getRequest?.({ path: { id } });
  const etag = read?.headers.get("etag") ?? "";
  const changed = await client.updateRequest?.({
    path: { id },
    headers: { "If-Match": etag },
    body: { status: "closed", outcome: "hired" },
  });
  expect(changed?.status).toBe(200);
  expect(changed?.body).toMatchObject({ status: "closed", outcome: "hired" });
  expect(changed?.headers.get("etag")).toBe(`"${changed?.body.version}"`);
  const staff = createVisitor(await createSignedInStaff(db, "superadmin"));
  const { rows } = await db.query("select name from api_keys where id = $1", [keyId]);
  const page = await staff.open(`/backyard/service-requests/${id}`);
  expect(page.text).toContain("Status changed from New to Closed");
  expect(page.text).toContain(`API key ${rows[0]?.name}`);
  const log = await staff.open(`/backyard/settings/audit?actor=api-key:${keyId}`);
  expect(log.text).toContain(`API key ${rows[0]?.name}`);
  expect(log.text).toContain("new to closed");
});

test("a change that is based on an older version changes nothing", async ({ db }) => {
  const id = await sendRequest(db);
  const { client } = await openClientWithKey(db);
  const etag = (await client.getRequest?.({ path: { id } }))?.headers.get("etag") ?? "";
  const change = (status: string) =>
    client.updateRequest?.({ path: { id }, headers: { "If-Match": etag }, body: { status } });
  const results = await Promise.all(["contacted", "closed"].map(change));
  expect(results.map((result) => result?.status).sort()).toEqual([200, 412]);
  const winner = results.find((result) => result?.status === 200);
  const now = await client.getRequest?.({ path: { id } });
  expect(now?.body).toMatchObject({ status: winner?.body.status, version: winner?.body.version });
  const withoutIfMatch = await client.updateRequest?.({
    path: { id },
    body: { status: "new" },
    isUnchecked: true,
  });
  expect(withoutIfMatch?.status).toBe(428);
});

test("an outcome needs a closed request, and an erased request stays as it is", async ({ db }) => {
  const id = await sendRequest(db);
  const { client } = await openClientWithKey(db);
  const update = async (body: unknown) => {
    const read = await client.getRequest?.({ path: { id } });
    const headers = { "If-Match": read?.headers.get("etag") ?? "" };
    return client.updateRequest?.({ path: { id }, headers, body });
  };
  expect((await update({ outcome: "hired" }))?.status).toBe(409);
  await db.query("update service_requests set body_hash = 'erased' where id = $1", [id]);
  expect((await update({ status: "closed" }))?.status).toBe(409);
  const note = await client.addRequestNote?.({ path: { id }, body: { text: "Too late" } });
  expect(note?.status).toBe(409);
  const { rows } = await db.query("select status from service_requests where id = $1", [id]);
  expect(rows).toEqual([{ status: "new" }]);
});

test("a write that is sent again runs once, also at the same time", async ({ db }) => {
  const id = await sendRequest(db);
  const { client } = await openClientWithKey(db);
  const headers = { "Idempotency-Key": randomUUID() };
  const send = (text: string) => client.addRequestNote?.({ path: { id }, headers, body: { text } });
  const together = await Promise.all(Array.from({ length: 5 }, () => send("Called back")));
  for (const { status } of together.filter((response) => response !== undefined))
    expect([201, 409]).toContain(status);
  const again = await send("Called back");
  expect(again?.headers.get("idempotency-replayed")).toBe("true");
  expect((await send("Something else"))?.status).toBe(422);
  const notes = await client.listRequestNotes?.({ path: { id } });
  expect(notes?.body.data).toEqual([
    expect.objectContaining({ id: again?.body.id, text: "Called back" }),
  ]);
  const etag = (await client.getRequest?.({ path: { id } }))?.headers.get("etag") ?? "";
  const change = () =>
    client.updateRequest?.({
      path: { id },
      headers: { "If-Match": etag, "Idempotency-Key": "change-1" },
      body: { status: "contacted" },
    });
  expect((await change())?.headers.get("idempotency-replayed")).toBeNull();
  const replayed = await change();
  expect(replayed?.status).toBe(200);
  expect(replayed?.headers.get("idempotency-replayed")).toBe("true");
});

test("a provider's profile is changed with the checks of the staff form", async ({ db }) => {
  const { id, name } = await insertProvider(db, { service_area_zips: ["30301"] });
  const { client } = await openClientWithKey(db, {
    scopes: ["providers:read", "providers:write"],
  });
  const update = async (body: unknown) => {
    const read = await client.getProvider?.({ path: { id } });
    const headers = { "If-Match": read?.headers.get("etag") ?? "" };
    return client.updateProvider?.({ path: { id }, headers, body });
  };
  const changed = await update({ business_city: "Decatur", service_area_zips: ["30030"] });
  expect(changed?.body).toMatchObject({
    company_name: name,
    business_city: "Decatur",
    business_state: "GA",
    service_area_zips: ["30030"],
    verification_status: "pending",
  });
  const refused = await update({ service_area_zips: ["00000"], service_categories: ["Nonsense"] });
  expect(refused?.status).toBe(422);
  expect(refused?.body.errors.map(({ at }: { at: string }) => at).sort()).toEqual([
    "/service_area_zips",
    "/service_categories",
  ]);
  const personal = await update({ phone: "404 555 0100" });
  expect([personal?.status, personal?.body.scope]).toEqual([403, "providers:personal"]);
  const { rows } = await db.query("select phone from providers where id = $1", [id]);
  expect(rows).toEqual([{ phone: "(404) 555-0123" }]);
});

test("verification, credits and what no field names cannot be sent", async ({ db }) => {
  const { id } = await insertProvider(db);
  const { client } = await openClientWithKey(db);
  const etag = (await client.getProvider?.({ path: { id } }))?.headers.get("etag") ?? "";
  for (const body of [{ verification_status: "verified" }, { credits: "100" }, {}, []]) {
    const refused = await client.updateProvider?.({
      path: { id },
      headers: { "If-Match": etag },
      body,
      isUnchecked: true,
    });
    expect(refused?.status, JSON.stringify(body)).toBe(422);
  }
});
