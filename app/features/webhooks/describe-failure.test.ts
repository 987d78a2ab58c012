import { expect, test } from "vitest";
import { describeFailure } from "./describe-failure.ts";

test.each([
  ["timeout", "it did not answer in time."],
  ["302", "it answered 302, and redirects are not followed."],
  ["503", "it answered 503."],
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "its certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).",
  ],
  ["EHOSTUNREACH", "the connection failed (EHOSTUNREACH)."],
])("%s: %s", (error, words) => {
  expect(describeFailure(error)).toBe(words);
});
