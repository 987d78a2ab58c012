import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { formatKey, KEY_BYTES, splitKey } from "./key-format.ts";

test("a key can be found by scanners, and comes apart into its name and its secret", () => {
  for (let round = 0; round < 200; round += 1) {
    const { key, prefix, secret } = formatKey(randomBytes(KEY_BYTES));
    expect(key).toMatch(/^hh_live_[0-9a-z]{12}_[0-9a-z]{40}$/);
    expect(splitKey(key)).toEqual({ prefix, secret });
  }
});

test("all characters of the alphabet appear, and only those", () => {
  const { key } = formatKey(Uint8Array.from({ length: KEY_BYTES }, (_, index) => index));
  const random = key.replace("hh_live_", "").replace("_", "");
  expect([...new Set(random)].sort().join("")).toBe("0123456789abcdefghjkmnpqrstvwxyz");
});

test.each(["", "hh_live_", "public-anon-key", `hh_test_${"a".repeat(12)}_${"a".repeat(40)}`])(
  "%j is no key",
  (text) => {
    expect(splitKey(text)).toBeNull();
    expect(splitKey(`${formatKey(randomBytes(KEY_BYTES)).key} ${text}`)).toBeNull();
  },
);
