import { expect, test } from "vitest";
import { UNREACHABLE, withNetworkFallback } from "./with-network-fallback.ts";

/** What React Router throws in the browser for a response with this status. */
const createRouteError = (status: number) => ({
  status,
  statusText: "",
  data: null,
  internal: false,
});
const call = (error: unknown) => withNetworkFallback(() => Promise.reject(error), UNREACHABLE);
/** With a failure status the router does not reload the page. */
const fallback = { data: UNREACHABLE, init: { status: 503 } };

test.each([500, 502, 503, 413])("keeps the page for a response with %i", async (status) => {
  expect(await call(createRouteError(status))).toMatchObject(fallback);
});

test("keeps the page for a call that could not be sent", async () =>
  expect(await call(new TypeError("offline"))).toMatchObject(fallback));

test.each([400, 401, 403, 404])("passes on a refusal with %i", async (status) => {
  await expect(call(createRouteError(status))).rejects.toEqual(createRouteError(status));
});

test("passes on a redirect", async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: "/" } });
  await expect(call(redirect)).rejects.toBe(redirect);
});
