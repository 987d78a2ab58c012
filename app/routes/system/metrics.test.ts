import { Registry } from "prom-client";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type AppContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { loader } from "./metrics.ts";

const TOKEN = "a-token-of-the-operator";

async function getStatus(
  headers: Record<string, string>,
  { address = "127.0.0.1", token }: { address?: string; token?: string } = {},
): Promise<number> {
  const context = new RouterContextProvider();
  context.set(appContext, {
    metrics: new Registry(),
    env: { METRICS_TOKEN: token },
  } as unknown as AppContext);
  context.set(requestInfoContext, {
    httpRequestId: "test",
    nonce: "",
    viaLoginPath: false,
    caller: { address, userAgent: null, gpc: false },
  });
  const args = {
    request: new Request("http://localhost/metrics", { headers }),
    context,
    params: {},
  };
  return (await loader(args as unknown as Parameters<typeof loader>[0])).status;
}

test("serves metrics to this machine, and 404 to others", async () => {
  expect([
    await getStatus({}),
    await getStatus({}, { address: "::1" }),
    await getStatus({}, { address: "192.0.2.1" }),
  ]).toEqual([200, 200, 404]);
});

test.each([
  ["X-Forwarded-For", "192.0.2.1"],
  ["X-Forwarded-For", "127.0.0.1"],
  ["Forwarded", "for=192.0.2.1"],
  ["X-Real-IP", "192.0.2.1"],
  ["X-Forwarded-Proto", "https"],
  ["Via", "1.1 proxy"],
])("does not serve metrics through an untrusted proxy on this machine: %s", async (name, value) => {
  expect(await getStatus({ [name]: value })).toBe(404);
  expect(
    await getStatus({ [name]: value, Authorization: `Bearer ${TOKEN}` }, { token: TOKEN }),
  ).toBe(200);
});

test("serves metrics to other machines only with the exact token", async () => {
  const from = { address: "192.0.2.1", token: TOKEN };
  expect(await getStatus({ Authorization: `Bearer ${TOKEN}` }, from)).toBe(200);
  for (const wrong of [
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    "Bearer ",
    "Bearer undefined",
    `Basic ${TOKEN}`,
  ])
    expect(await getStatus({ Authorization: wrong }, from)).toBe(404);
  expect(await getStatus({ Authorization: "Bearer undefined" }, { address: "192.0.2.1" })).toBe(
    404,
  );
});
