import { expect, test } from "vitest";
import { classifyProbe } from "./classify-probe.ts";

test.each([
  [200, "did not refuse key and secret"],
  [400, "did not refuse key and secret"],
  [401, "refuses the key"],
  [403, "refuses the key"],
  [404, "no function at this address"],
  [405, "only a delivery proves"],
  [302, "do not follow"],
  [500, "the next delivery tells"],
])("status %i: it says what that proves", (status, words) => {
  const verdict = classifyProbe({ status });
  expect(verdict.reached).toBe(true);
  expect(verdict.text).toContain(`status ${status}`);
  expect(verdict.text).toContain(words);
});

test("no answer is no success", () => {
  expect(classifyProbe({ timedOut: true, deadlineMs: 5_000 })).toEqual({
    reached: false,
    text: "No answer within 5 seconds.",
  });
  expect(classifyProbe({ timedOut: false, deadlineMs: 5_000 })).toMatchObject({ reached: false });
});
