import { expect, test } from "vitest";
import { describeConnectionTest } from "./describe-connection-test.ts";

test.each([
  [200, "did not refuse key and secret"],
  [400, "did not refuse key and secret"],
  [401, "refuses the key"],
  [403, "refuses the key"],
  [404, "no function at this address"],
  [405, "only a delivery proves"],
  [302, "do not follow"],
  [500, "the next delivery will show"],
])("status %i is explained as far as it proves anything", (status, words) => {
  const result = describeConnectionTest({ status });
  expect(result.reached).toBe(true);
  expect(result.text).toContain(`status ${status}`);
  expect(result.text).toContain(words);
});

test("a timeout or a failed connection is not reported as reached", () => {
  expect(describeConnectionTest({ timedOut: true, timeoutMs: 5_000 })).toEqual({
    reached: false,
    text: "No answer within 5 seconds.",
  });
  expect(describeConnectionTest({ timedOut: false, timeoutMs: 5_000 })).toMatchObject({
    reached: false,
  });
});
