import { expect, test } from "vitest";
import { describeFailure } from "./describe-failure.ts";

test.each([
  ["timeout", "the endpoint did not answer in time."],
  ["302", "the endpoint returned 302, and redirects are not followed."],
  ["503", "the endpoint returned 503."],
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "its certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).",
  ],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "its certificate was not accepted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).",
  ],
  ["EHOSTUNREACH", "the connection failed (EHOSTUNREACH)."],
])("%s: %s", (error, words) => {
  expect(describeFailure(error)).toBe(words);
});
