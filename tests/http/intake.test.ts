import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { FunctionsClient } from "@supabase/functions-js";
import { expect } from "vitest";
import { buildIntakeBody } from "../factories.ts";
import { sendRaw, site, test } from "./http-client.ts";

const PATH = "/functions/v1/contact-sync";
const KEY = "public-anon-key";
const json = { "Content-Type": "application/json" };
const auth = { ...json, Authorization: `Bearer ${KEY}` };
const buildBody = (name: string) => JSON.stringify(buildIntakeBody({ values: { name } }));
const FLAGGING_LIMIT = 60;
const LIMIT_BYTES = 256 * 1024;

/** The address of the customer's own page, which is in the answer where `meta` was sent. */
const STORED = {
  success: true,
  request_url: expect.stringMatching(/^https?:\/\/.+\/r\/[\w-]{32}$/),
};

test("a stored request returns only success, and the address of the customer's page to our own form", async ({
  send,
  db,
}) => {
  const name = `Stored ${randomUUID()}`;
  const response = await send(PATH, { method: "POST", headers: auth, body: buildBody(name) });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(STORED);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { rows } = await db.query(
    "select customer_phone, service_type, additional_details->>'property_class' as property from service_requests where customer_name = $1",
    [name],
  );
  expect(rows).toEqual([
    { customer_phone: "(404) 555-0123", service_type: "Plumbing", property: "residential" },
  ]);
  const { meta: _ours, ...foreign } = buildIntakeBody({ values: { name } });
  const answer = await send(PATH, { method: "POST", headers: auth, body: JSON.stringify(foreign) });
  expect(await answer.json()).toEqual({ success: true });
});

test("the standard Supabase functions client works", async ({ address, db }) => {
  const name = `Client ${randomUUID()}`;
  const client = new FunctionsClient(`${site()}/functions/v1`, {
    headers: { apikey: KEY, Authorization: `Bearer ${KEY}`, "X-Forwarded-For": address },
  });
  const { data, error } = await client.invoke("contact-sync", {
    body: buildIntakeBody({ values: { name } }),
  });
  expect(error).toBeNull();
  expect(data).toEqual(STORED);
  expect(
    (await db.query("select 1 from service_requests where customer_name = $1", [name])).rows,
  ).toHaveLength(1);

  const invalid = await client.invoke("contact-sync", { body: { type: "INSERT", record: {} } });
  expect(invalid.data).toBeNull();
  expect(await invalid.error.context.json()).toMatchObject({ success: false });
});

test.describe("authorization", () => {
  const callers: [string, Record<string, string>, number][] = [
    ["the public key as bearer", { Authorization: `Bearer ${KEY}` }, 200],
    ["the public key as apikey alone", { apikey: KEY }, 200],
    ["the webhook secret in place of the key", { "X-Webhook-Secret": "sync-secret" }, 200],
    ["no key", {}, 401],
    ["a wrong key", { Authorization: "Bearer wrong-key-of-somebody" }, 401],
    ["a wrong bearer beside the right apikey", { Authorization: "Bearer wrong", apikey: KEY }, 401],
    ["an empty bearer", { Authorization: "Bearer " }, 401],
    ["a wrong webhook secret", { "X-Webhook-Secret": "sync-secreT" }, 401],
    ["the CRM's own key", { Authorization: "Bearer sync-key" }, 401],
  ];
  for (const [caller, headers, status] of callers) {
    test(`${caller}: ${status}`, async ({ send, db }) => {
      const name = `Caller ${randomUUID()}`;
      const response = await send(PATH, {
        method: "POST",
        headers: { ...json, ...headers },
        body: buildBody(name),
      });
      expect(response.status).toBe(status);
      const result = await response.json();
      if (status === 200) expect(result).toEqual(STORED);
      else expect(result).toEqual({ success: false, error: expect.stringMatching(/^[A-Z].+\.$/) });
      expect(
        (await db.query("select 1 from service_requests where customer_name = $1", [name])).rows,
      ).toHaveLength(status === 200 ? 1 : 0);
    });
  }
});

test("unknown and invalid fields are refused by name, and nothing is stored", async ({
  send,
  db,
}) => {
  const name = `Unread ${randomUUID()}`;
  const validBody = buildIntakeBody({ values: { name } });
  const invalidBodies: [string, string][] = [
    ["", "body"],
    ["{not json", "body"],
    ["null", "body"],
    ["[]", "body"],
    ['"INSERT"', "body"],
    [JSON.stringify({ ...validBody, type: "UPDATE" }), "type"],
    [JSON.stringify({ record: validBody.record }), "type"],
    [JSON.stringify({ type: "INSERT" }), "record"],
    [
      JSON.stringify({ ...validBody, record: { ...validBody.record, customer_name: "  " } }),
      "record.customer_name",
    ],
    [
      JSON.stringify({ ...validBody, record: { ...validBody.record, customer_phone: undefined } }),
      "record.customer_phone",
    ],
    [
      JSON.stringify({
        ...validBody,
        record: { ...validBody.record, customer_phone: 4_045_550_188 },
      }),
      "record.customer_phone",
    ],
    [
      JSON.stringify({
        ...validBody,
        record: { ...validBody.record, description: "x".repeat(4_001) },
      }),
      "record.description",
    ],
    [
      JSON.stringify({ ...validBody, record: { ...validBody.record, created_at: "yesterday" } }),
      "record.created_at",
    ],
    [
      JSON.stringify({ ...validBody, record: { ...validBody.record, is_property_owner: "maybe" } }),
      "record.is_property_owner",
    ],
    [
      JSON.stringify({ ...validBody, meta: { ...validBody.meta, visible_ms: -1 } }),
      "meta.visible_ms",
    ],
    [JSON.stringify({ ...validBody, extra: 1 }), "body"],
    [
      JSON.stringify({
        ...validBody,
        record: { ...validBody.record, custmer_email: "typo@example.com" },
      }),
      "record",
    ],
    [
      JSON.stringify({
        ...validBody,
        record: {
          ...validBody.record,
          additional_details: { ...validBody.record.additional_details, extra: 1 },
        },
      }),
      "record.additional_details",
    ],
  ];
  for (const [body, field] of invalidBodies) {
    const response = await send(PATH, { method: "POST", headers: auth, body });
    expect(response.status, body).toBe(400);
    expect(await response.json(), body).toEqual({
      success: false,
      error: expect.stringMatching(new RegExp(`^${field}: .+`)),
    });
  }
  const response = await send(PATH, {
    method: "POST",
    headers: { ...auth, "Idempotency-Key": "short" },
    body: JSON.stringify(validBody),
  });
  expect(response.status).toBe(400);
  expect((await response.json()).error).toMatch(/^Idempotency-Key: /);
  expect(
    (await db.query("select 1 from service_requests where customer_name = $1", [name])).rows,
  ).toEqual([]);
});

test.describe("a body of more than 256 KB", () => {
  const large = JSON.stringify({ ...buildIntakeBody(), padding: "x".repeat(LIMIT_BYTES) });
  for (const [name, headers] of [
    ["is refused", {}],
    ["is refused, too, where its length is not announced", { "Transfer-Encoding": "chunked" }],
  ] as const) {
    test(name, async () => {
      const { status, body } = await sendRaw(PATH, {
        method: "POST",
        headers: { ...auth, ...headers },
        body: large,
      });
      expect(status).toBe(413);
      expect(JSON.parse(body.toString())).toEqual({
        success: false,
        error: expect.stringContaining("256 KB"),
      });
    });
  }

  test("does not affect the next request on its connection, as proxies reuse them", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(
      (await sendRaw(PATH, { method: "POST", headers: auth, body: large, agent })).status,
    ).toBe(413);
    expect((await sendRaw("/healthz", { agent })).status).toBe(200);
  });
});

test("a request without Content-Length is stored like any other", async ({ db }) => {
  const name = `Streamed ${randomUUID()}`;
  const { status } = await sendRaw(PATH, {
    method: "POST",
    headers: { ...auth, "Transfer-Encoding": "chunked" },
    body: buildBody(name),
  });
  expect(status).toBe(200);
  expect(
    (await db.query("select 1 from service_requests where customer_name = $1", [name])).rows,
  ).toHaveLength(1);
});

test("410 requests without their bodies do not delay the next one", async ({ send }) => {
  const { hostname, port, host } = new URL(site());
  const sockets = await Promise.all(
    Array.from({ length: 410 }, async () => {
      const socket = connect(Number(port), hostname).on("error", () => {});
      socket.write(
        `POST ${PATH} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
      );
      // The server has read the request head.
      await once(socket, "data");
      socket.write("{");
      return socket;
    }),
  );
  expect(
    (await send(PATH, { method: "POST", headers: auth, body: buildBody("Whole") })).status,
  ).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("the 61st request of a minute is refused with the phone number; another address is not affected", async ({
  send,
}) => {
  const postRequest = (headers: Record<string, string> = {}) =>
    send(PATH, { method: "POST", headers: { ...auth, ...headers }, body: buildBody("Hasty") });
  for (let i = 0; i < FLAGGING_LIMIT; i++) expect((await postRequest()).status).toBe(200);
  const limited = await postRequest();
  expect(limited.status).toBe(429);
  expect(limited.headers.get("retry-after")).toBe("60");
  expect(await limited.json()).toEqual({
    success: false,
    error: expect.stringContaining("(800) 555-0199"),
  });
  expect((await postRequest({ "X-Forwarded-For": "192.0.2.200" })).status).toBe(200);
});

test("a key that belongs to another request is refused, a repeated request is not stored twice", async ({
  send,
  db,
}) => {
  const name = `Keyed ${randomUUID()}`;
  const headers = { ...auth, "Idempotency-Key": randomUUID() };
  const postRequest = (body: unknown) =>
    send(PATH, { method: "POST", headers, body: JSON.stringify(body) });
  expect(
    (
      await postRequest(
        buildIntakeBody({ values: { name }, now: new Date("2026-05-04T10:00:00Z") }),
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await postRequest(
        buildIntakeBody({ values: { name }, now: new Date("2026-05-04T10:05:00Z") }),
      )
    ).status,
  ).toBe(200);
  const conflict = await postRequest(buildIntakeBody({ values: { name, city: "Decatur" } }));
  expect(conflict.status).toBe(409);
  expect(await conflict.json()).toEqual({ success: false, error: expect.any(String) });
  expect(
    (await db.query("select city from service_requests where customer_name = $1", [name])).rows,
  ).toEqual([{ city: "Atlanta" }]);
});

test("browsers on other sites may send a preflight", async ({ send }) => {
  const Origin = "https://partner.example";
  const preflight = await send(PATH, {
    method: "OPTIONS",
    headers: {
      Origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers":
        "authorization,apikey,content-type,x-client-info,idempotency-key",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
  expect(allowed).toEqual(
    expect.arrayContaining([
      "authorization",
      "apikey",
      "content-type",
      "x-client-info",
      "idempotency-key",
    ]),
  );
});

test("browsers on other sites may read the response, even a refusal", async ({ send }) => {
  const Origin = "https://partner.example";
  const accepted = await send(PATH, {
    method: "POST",
    headers: { ...auth, Origin, "Sec-Fetch-Site": "cross-site" },
    body: buildBody("Partner"),
  });
  expect(accepted.status).toBe(200);
  expect(accepted.headers.get("access-control-allow-origin")).toBe("*");
  const refusal = await send(PATH, { method: "POST", headers: { Origin, ...json }, body: "{}" });
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get("access-control-allow-origin")).toBe("*");
});

for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
  test(`${method} gets the allowed methods`, async ({ send }) => {
    const response = await send(PATH, { method, headers: auth });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
  });
}

test("hostile text is stored as text; NUL and half characters do not fail", async ({
  send,
  db,
}) => {
  const name = `Hostile ${randomUUID()} '; drop table service_requests; -- <script>alert(1)</script> {{7*7}} \${7*7} \u202e %s`;
  const text = `${name} "quoted" \\ \r\n \u0000 \ud800`;
  const body = buildIntakeBody({
    values: { name, description: text, address: text, city: text, email: text },
  });
  body.record.additional_details.quiz_answers = [
    { id: text, questionText: text, answer: text, ghlField: text },
  ];
  const response = await send(PATH, {
    method: "POST",
    headers: { ...auth, "User-Agent": "x'; --<b>" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const { rows } = await db.query(
    "select description, address, city, customer_email, additional_details from service_requests where customer_name = $1",
    [name],
  );
  const storedText = text.replace("\0", "").replace("\ud800", "\ufffd");
  expect(rows).toEqual([
    {
      description: storedText,
      address: storedText,
      city: storedText,
      customer_email: storedText,
      additional_details: expect.objectContaining({
        quiz_answers: [
          { id: storedText, questionText: storedText, answer: storedText, ghlField: storedText },
        ],
      }),
    },
  ]);
});
