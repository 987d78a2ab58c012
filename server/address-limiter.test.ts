import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { createAddressLimiter } from "./address-limiter.ts";

const proxies = new BlockList();
proxies.addAddress("10.0.0.1", "ipv4");

function setUp() {
  let clock = 0;
  const allows = createAddressLimiter({
    perMinute: 1_200,
    burst: 1_200,
    proxies,
    now: () => clock,
  });
  /** How many of these requests are allowed, sent one each `everyMs`. */
  const countAllowed = (requests: number, everyMs: number, address = "203.0.113.7") => {
    let allowed = 0;
    for (let request = 0; request < requests; request++, clock += everyMs)
      if (allows(address)) allowed += 1;
    return allowed;
  };
  return { countAllowed };
}

test("never refuses a crawler with 10 pages a second, nor a family that opens 500 pages at once", () => {
  const { countAllowed } = setUp();
  expect(countAllowed(20_000, 100)).toBe(20_000);
  expect(countAllowed(500, 0)).toBe(500);
});

test("serves a burst of a flood, then 20 a second", () => {
  const { countAllowed } = setUp();
  expect(countAllowed(5_000, 0)).toBe(1_200);
  expect(countAllowed(10_000, 1)).toBeGreaterThanOrEqual(199);
  expect(countAllowed(10_000, 1)).toBeLessThanOrEqual(201);
});

test("counts callers by network, and does not count a proxy that names no client", () => {
  const { countAllowed } = setUp();
  expect(countAllowed(1_300, 0, "2001:db8::1")).toBe(1_200);
  expect(countAllowed(1, 0, "2001:db8::2")).toBe(0);
  expect(countAllowed(1, 0, "2001:db8:0:1::2")).toBe(1);
  expect(countAllowed(5_000, 0, "10.0.0.1")).toBe(5_000);
});

test("keeps memory small under a flood from many networks", () => {
  const { countAllowed } = setUp();
  for (let network = 0; network < 50_000; network++)
    countAllowed(
      1,
      0,
      `2001:db8:${(network >> 8).toString(16)}:${(network & 255).toString(16)}::1`,
    );
  expect(countAllowed(1, 0)).toBe(1);
});
