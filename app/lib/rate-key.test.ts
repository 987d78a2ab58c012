import { expect, test } from "vitest";
import { rateKey, truncateAddress } from "./rate-key.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["not an address", "not an address"],
])("%s counts as %s", (address, key) => expect(rateKey(address)).toBe(key));

test("counts all addresses of one /64 as one caller, and the next /64 as another", () => {
  const callers = Array.from({ length: 1_000 }, (_, host) =>
    rateKey(`2001:db8:1:2:${host.toString(16)}::${host.toString(16)}`),
  );
  expect(new Set(callers).size).toBe(1);
  expect(rateKey("2001:db8:1:3::1")).not.toBe(callers[0]);
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:12:3456::7", "2001:db8:12::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
])("%s is logged as %s", (address, logged) => expect(truncateAddress(address)).toBe(logged));
