import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { Counter } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { createAdmission } from "./admission.ts";
import { admitRequests } from "./admit-requests.ts";

const PHONE = "(800) 555-0199";
let server: Server;
afterEach(() => void server.close());

async function setUp({ delayMs = 0 } = {}) {
  const appMetrics = {
    limited: new Counter({ name: "limited", help: "-", registers: [] }),
    shed: new Counter({ name: "shed", help: "-", registers: [] }),
  };
  const context = {
    env: { TRUSTED_PROXIES: new BlockList(), ADMIN_LOGIN_PATH: "/staff-door" },
    appMetrics,
    settings: { get: async () => ({ phone: PHONE }) },
  };
  const refused: string[] = [];
  const admission = createAdmission({ delayMs: () => delayMs });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app
    .use(
      admitRequests(admission, { context, logRefusal: (kind) => refused.push(kind), now: () => 0 }),
    )
    .all("*", (c) => c.text("served"));
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (method: string, path: string, localAddress = "127.0.0.1") => {
    const call = request({
      port,
      host: "127.0.0.1",
      method,
      path,
      localAddress,
      agent: false,
    }).end();
    const [response] = await once(call, "response");
    let body = "";
    for await (const part of response) body += part;
    return {
      status: response.statusCode as number,
      headers: response.headers as Record<string, string>,
      body,
    };
  };
  /** Number of served requests. */
  const count = async (times: number, method: string, path: string) => {
    let served = 0;
    for (let sent = 0; sent < times; sent++)
      if ((await send(method, path)).status === 200) served += 1;
    return served;
  };
  return { send, count, refused };
}

test.each([
  ["/quote", "/quote.data"],
  ["/functions/v1/contact-sync", "/quote"],
  ["/staff-door", "/staff-door.data"],
])(
  "allows an address 120 quote requests and sign-ins a minute, whatever they contain: %s",
  async (path, alsoCounted) => {
    const { count, send, refused } = await setUp();
    expect(await count(120, "POST", path)).toBe(120);
    expect(await count(3, "POST", alsoCounted)).toBe(0);
    expect(refused).toEqual(["limited", "limited", "limited"]);
    expect((await send("POST", path, "127.0.0.2")).status).toBe(200);
    expect((await send("GET", "/healthz")).status).toBe(200);
    expect((await send("GET", "/quote")).status).toBe(200);
  },
);

test("shows the phone number to refused quote requests, as JSON to programs", async () => {
  const { send, refused } = await setUp({ delayMs: 60_000 });
  const form = await send("POST", "/quote");
  expect(form).toMatchObject({ status: 503, body: expect.stringContaining(PHONE) });
  const call = await send("POST", "/functions/v1/contact-sync");
  expect(call.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "retry-after": "5",
  });
  expect(JSON.parse(call.body)).toEqual({ success: false, error: expect.stringContaining(PHONE) });
  expect((await send("GET", "/search")).body).not.toContain(PHONE);
  expect(refused).toEqual(["shed", "shed", "shed"]);
});
