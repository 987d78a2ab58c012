import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { sendInboxRequest } from "../inbox-requests.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor, findLink } from "./visitor.ts";

const LIST = "/backyard/service-requests";

const getRequestId = async (db: pg.Client, name: string) =>
  (
    await db.query<{ id: string }>("select id from service_requests where customer_name = $1", [
      name,
    ])
  ).rows[0]?.id ?? "";

async function openStream(headers: Record<string, string>) {
  const stop = new AbortController();
  const stream = await fetch(`${site()}${LIST}/stream`, {
    headers: { ...headers, Accept: "text/event-stream" },
    signal: stop.signal,
  });
  let received = "";
  const reading = (async () => {
    for await (const part of stream.body ?? []) received += Buffer.from(part).toString();
  })().catch(() => {});
  return {
    getReceived: () => received,
    close() {
      stop.abort();
      return reading;
    },
  };
}

test("a held request is released and delivered to the CRM", async ({ db }) => {
  const name = await sendInboxRequest(site(), { website: "http://spam.example" });
  const id = await getRequestId(db, name);
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const flagged = await staff.open(`${LIST}?view=flagged&q=${encodeURIComponent(name)}`);
  expect(flagged.text).toContain(name);
  const heldText = (await staff.open(`${LIST}/${id}`)).text;
  expect(heldText).toContain("Held: suspected spam");
  expect(heldText).toContain(" Release ");
  await staff.submit(`${LIST}/${id}.data`, { intent: "send", id });
  expect((await staff.open(`${LIST}/${id}`)).text).toContain("Released for delivery to the CRM");
  await expect
    .poll(
      async () =>
        (await db.query("select state from crm_outbox where request_id = $1", [id])).rows[0]?.state,
    )
    .toBe("delivered");
});

test("an unknown request is not found, with a link to the list", async ({ db }) => {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const page = await staff.open(`${LIST}/${randomUUID()}`);
  expect(page.status).toBe(404);
  expect(page.text).toContain("Request not found");
  expect(findLink(page.html, "Back to the list")).toBe(LIST);
  expect((await staff.open(`${LIST}/not-an-id/consent`)).status).toBe(404);
});

test("the list is exported as CSV, and the consent record as a page to print", async ({ db }) => {
  const name = await sendInboxRequest(site());
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const csv = await staff.open(`${LIST}/export.csv?q=${encodeURIComponent(name)}`);
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.html.trim().split("\r\n")).toHaveLength(2);
  const proof = (await staff.open(`${LIST}/${await getRequestId(db, name)}/consent`)).text;
  expect(proof).toContain("Consent record");
  expect(proof).toContain("the record fits its hash");
});

test("what somebody does with a request reaches the streams of others, and does not extend the session", async ({
  db,
}) => {
  const [ana, ben] = [
    await createSignedInStaff(db, "staff"),
    await createSignedInStaff(db, "staff"),
  ];
  const [id, tab] = [randomUUID(), randomUUID()];
  const expiry = "select expires_at::text as at from staff_sessions where user_id = $1";
  await db.query(
    "update staff_sessions set expires_at = now() + interval '10 minutes' where user_id = $1",
    [ana.userId],
  );
  const before = (await db.query(expiry, [ana.userId])).rows;
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${site()}${LIST}/presence`, {
      method: "POST",
      headers: {
        ...ana.headers,
        "Content-Type": "application/json",
        Origin: site(),
        "X-Background": "1",
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const stream = await openStream(ben.headers);
  expect((await post({ id, tab, state: "calling" })).status).toBe(204);
  await expect.poll(stream.getReceived).toContain(`"requestId":"${id}"`);
  expect(stream.getReceived()).toContain(
    `{"userId":"${ana.userId}","name":"Test staff","state":"calling"}`,
  );
  for (const body of [{}, { id, tab, state: "away" }, { id, tab, state: "open", name: "Ben" }])
    expect((await post(body)).status).toBe(400);
  expect((await post({ id, tab, state: "open" }, { Origin: "https://other.example" })).status).toBe(
    403,
  );
  expect((await db.query(expiry, [ana.userId])).rows).toEqual(before);
  await stream.close();
});

test("a stream begins with the newest request, and with what happened while its page was loading", async ({
  db,
}) => {
  const { headers } = await createSignedInStaff(db, "staff");
  const earlier = await openStream(headers);
  const id = await getRequestId(db, await sendInboxRequest(site()));
  const event = new RegExp(`event: new\\ndata: {"ids":\\[[^\\]]*"${id}"[^\\]]*\\],"at":\\d{13}}`);
  await expect.poll(earlier.getReceived).toMatch(event);
  const later = await openStream(headers);
  await expect
    .poll(later.getReceived)
    .toMatch(/event: newest\ndata: {"id":"[-\w]{36}","at":\d{13}}/);
  expect(later.getReceived()).toMatch(event);
  await Promise.all([earlier.close(), later.close()]);
});

test("strangers and reviewers cannot see requests", async ({ db }) => {
  await sendInboxRequest(site());
  const reviewer = createVisitor(await createSignedInStaff(db, "reviewer"));
  for (const path of [
    LIST,
    `${LIST}.data`,
    `${LIST}/export.csv`,
    `${LIST}/stream`,
    `${LIST}/${randomUUID()}/consent`,
  ]) {
    const anonymous = await createVisitor().open(path);
    expect([302, 202], path).toContain(anonymous.status);
    const denied = await reviewer.open(path);
    expect(denied.status, path).toBe(403);
    expect(anonymous.html + denied.html).not.toContain("Plumbing");
  }
});
