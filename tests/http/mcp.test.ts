import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished } from "vitest";
import { CALLS_PER_MINUTE, TOOL_NAMES } from "#app/features/assistants/constants.ts";
import { createRandomAddress } from "../send-raw.ts";
import { site, test } from "./http-client.ts";

const MCP = "/mcp";
const JSON_TYPES = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** The SDK's own client, as an assistant connects it. */
async function connect(mode: "legacy" | "auto" = "legacy") {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(MCP, site()), {
    requestInit: { headers: { "X-Forwarded-For": createRandomAddress() } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

for (const mode of ["legacy", "auto"] as const)
  test(`an assistant finds a plumber in 78701 and gets a quote link, with protocol versions: ${mode}`, async ({
    send,
  }) => {
    const client = await connect(mode);
    expect(client.getInstructions()).toContain("submit the form themselves");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);

    const found = await client.callTool({
      name: "find_service",
      arguments: { problem: "I need a plumber, the kitchen faucet drips" },
    });
    const { services } = found.structuredContent as { services: { slug: string }[] };
    const service = services[0]?.slug;
    expect(service).toBe("plumbing");
    const coverage = await client.callTool({
      name: "coverage",
      arguments: { zip: "78701", service },
    });
    expect(coverage.structuredContent).toMatchObject({ city: "Austin", state: "TX" });
    const link = await client.callTool({
      name: "quote_link",
      arguments: { service, zip: "78701" },
    });
    const { url, statement } = link.structuredContent as { url: string; statement: string };
    expect(url).toBe(`${site()}/quote?service=plumbing&zip=78701`);
    expect(statement).toMatch(/Nothing has been sent/);
    expect(link.content).toEqual([{ type: "text", text: expect.stringContaining(url) }]);
    const form = await (await send(url.slice(site().length))).text();
    expect(form).toContain("Austin");
  });

test("a gas smell is answered with what to do now, whatever else is wrong with the call", async () => {
  const client = await connect();
  for (const rest of [{}, { zip: 78701, email: "pat@example.com" }]) {
    const reply = await client.callTool({
      name: "find_service",
      arguments: { problem: "I smell gas in the kitchen, who can fix the stove?", ...rest },
    });
    expect(reply.isError).toBeUndefined();
    expect(reply.structuredContent).toMatchObject({ danger: { call911: true }, services: [] });
    expect(JSON.stringify(reply.content)).toMatch(/DANGER/);
  }
});

test("what is wrong with a call is said in a sentence that does not repeat it", async () => {
  const client = await connect();
  const reply = await client.callTool({
    name: "quote_link",
    arguments: { service: "plumbing", name: "Pat Example", phone: "512 555 0123" },
  });
  expect(reply.isError).toBe(true);
  expect(JSON.stringify(reply.content)).toContain("nothing about a person");
  expect(JSON.stringify(reply.content)).not.toContain("Pat");
  await expect(client.callTool({ name: "send_request", arguments: {} })).rejects.toThrow(
    "There is no such tool",
  );
});

test("a page of another site, a list of messages and a body that is no message are refused", async ({
  send,
}) => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await send(MCP, {
      method: "POST",
      body,
      headers: { ...JSON_TYPES, ...headers },
    });
    return { status: response.status, text: await response.text() };
  };
  expect((await post(LIST_TOOLS, { Origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await post(LIST_TOOLS, { Origin: site() })).status).toBe(200);
  expect(await post(`[${LIST_TOOLS},${LIST_TOOLS}]`)).toMatchObject({
    status: 400,
    text: expect.stringContaining("one message at a time"),
  });
  for (const body of ["", "{", "null", '"x"', "{}", '{"jsonrpc":"2.0"}'])
    expect([400, 202], body).toContain((await post(body)).status);
  expect((await post(LIST_TOOLS, { "Content-Type": "text/plain" })).status).toBe(415);
});

test("nothing can be subscribed to, and no stream opens", async ({ send }) => {
  const version = "2026-07-28";
  const listen = await send(MCP, {
    method: "POST",
    headers: {
      ...JSON_TYPES,
      "MCP-Protocol-Version": version,
      "MCP-Method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  expect(await listen.text()).toContain("Subscription limit reached");
  const stream = await send(MCP, { headers: { Accept: "text/event-stream" } });
  expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST"]);
});

test("an address that sends too much waits a minute; another one does not", async ({ send }) => {
  const options = { method: "POST", headers: JSON_TYPES, body: LIST_TOOLS };
  const statuses = new Map<number, number>();
  // A minute may end in between.
  for (let call = 0; call < 2 * CALLS_PER_MINUTE && !statuses.has(429); call += 20)
    for (const { status } of await Promise.all(
      Array.from({ length: 20 }, () => send(MCP, options)),
    ))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(statuses.get(429)).toBeGreaterThan(0);
  expect(statuses.get(200)).toBeGreaterThanOrEqual(CALLS_PER_MINUTE);
  const other = await fetch(site() + MCP, {
    ...options,
    headers: { ...JSON_TYPES, "X-Forwarded-For": createRandomAddress() },
  });
  expect(other.status).toBe(200);
});

test("a page says how to add it", async ({ send }) => {
  const page = await (await send("/assistants")).text();
  expect(page).toContain(`${site()}/mcp`);
  for (const name of TOOL_NAMES) expect(page).toContain(name);
});
