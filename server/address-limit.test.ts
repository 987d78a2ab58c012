import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { createAddressLimit } from "./address-limit.ts";

const proxies = new BlockList();
proxies.addAddress("10.0.0.1", "ipv4");

function setUp() {
  let clock = 0;
  const allows = createAddressLimit({ perMinute: 1_200, burst: 1_200, proxies, now: () => clock });
  /** How many of these requests are allowed, one each `everyMs`. */
  const ask = (requests: number, everyMs: number, address = "203.0.113.7") => {
    let allowed = 0;
    for (let request = 0; request < requests; request++, clock += everyMs)
      if (allows(address)) allowed += 1;
    return allowed;
  };
  return { ask };
}

test("never refuses a crawler with 10 pages a second, nor a family that opens 500 pages at once", () => {
  const { ask } = setUp();
  expect(ask(20_000, 100)).toBe(20_000);
  expect(ask(500, 0)).toBe(500);
});

test("serves a burst of a flood, then 20 a second", () => {
  const { ask } = setUp();
  expect(ask(5_000, 0)).toBe(1_200);
  expect(ask(10_000, 1)).toBeGreaterThanOrEqual(199);
  expect(ask(10_000, 1)).toBeLessThanOrEqual(201);
});

test("counts callers by network, and does not count a proxy that names no client", () => {
  const { ask } = setUp();
  expect(ask(1_300, 0, "2001:db8::1")).toBe(1_200);
  expect(ask(1, 0, "2001:db8::2")).toBe(0);
  expect(ask(1, 0, "2001:db8:0:1::2")).toBe(1);
  expect(ask(5_000, 0, "10.0.0.1")).toBe(5_000);
});

test("keeps memory small under a flood from many networks", () => {
  const { ask } = setUp();
  for (let network = 0; network < 50_000; network++)
    ask(1, 0, `2001:db8:${(network >> 8).toString(16)}:${(network & 255).toString(16)}::1`);
  expect(ask(1, 0)).toBe(1);
});
