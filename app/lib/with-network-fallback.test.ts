import { expect, test } from "vitest";
import { UNREACHABLE, withNetworkFallback } from "./with-network-fallback.ts";

/** What React Router throws in the browser where a route answers with this status. */
const answerOf = (status: number) => ({ status, statusText: "", data: null, internal: false });
const call = (error: unknown) => withNetworkFallback(() => Promise.reject(error), UNREACHABLE);
/** A status of a failure: the router does not load the page again. */
const kept = { data: UNREACHABLE, init: { status: 503 } };

test.each([500, 502, 503, 413])("a call that ends with %i keeps the page", async (status) => {
  expect(await call(answerOf(status))).toMatchObject(kept);
});

test("a call that could not be sent keeps the page", async () =>
  expect(await call(new TypeError("offline"))).toMatchObject(kept));

test.each([400, 401, 403, 404])("a refusal with %i goes its usual way", async (status) => {
  await expect(call(answerOf(status))).rejects.toEqual(answerOf(status));
});

test("a redirect goes its usual way", async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: "/" } });
  await expect(call(redirect)).rejects.toBe(redirect);
});
