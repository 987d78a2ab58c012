import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEnv } from "#app/lib/env.server.ts";
import { getClientAddress } from "./client-address.ts";

const { TRUSTED_PROXIES: proxies } = parseEnv({
  TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8:ffff::/48",
});

const bytes = (first: fc.Arbitrary<number>) =>
  fc
    .tuple(first, fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.integer({ min: 1, max: 255 }))
    .map((parts) => parts.join("."));
const outsider = fc.oneof(
  bytes(fc.integer({ min: 11, max: 223 })),
  fc.nat({ max: 0xffff }).map((group) => `2001:db8:1::${group.toString(16)}`),
);
const proxy = fc.oneof(
  bytes(fc.constant(10)),
  fc.nat({ max: 0xffff }).map((group) => `2001:db8:ffff::${group.toString(16)}`),
);
/** Values that a caller may send in the header: addresses, also of proxies, and anything else. */
const forged = fc
  .array(
    fc.oneof(
      outsider,
      proxy,
      fc.string(),
      fc.constantFrom("127.0.0.1", "unknown", "", "::1", '"[::1]:80"'),
    ),
    { maxLength: 6 },
  )
  .map((hops) => hops.join(", "));

test("uses the socket's address of a direct caller, whatever X-Forwarded-For contains", () => {
  fc.assert(
    fc.property(outsider, forged, (socket, header) => {
      expect(getClientAddress(socket, header, proxies)).toBe(socket);
      expect(getClientAddress(socket, header, new BlockList())).toBe(socket);
    }),
  );
});

test("cannot be changed by a caller behind any number of trusted proxies", () => {
  fc.assert(
    fc.property(
      outsider,
      forged,
      fc.array(proxy, { minLength: 1, maxLength: 4 }),
      (caller, header, [socket, ...passed]) => {
        const hops = [header, caller, ...passed].join(",");
        expect(getClientAddress(socket, hops, proxies)).toBe(caller);
      },
    ),
  );
});

describe("the right-most hop that is not a trusted proxy", () => {
  test.each([
    ["203.0.113.9", "198.51.100.1, 203.0.113.9"],
    ["203.0.113.9", "198.51.100.1,203.0.113.9 , 10.1.1.1,10.2.2.2"],
    ["203.0.113.9", "::ffff:203.0.113.9"],
    ["2001:db8:1::9", "2001:db8:1::9"],
  ])("is %s of %j", (address, header) =>
    expect(getClientAddress("10.0.0.1", header, proxies)).toBe(address),
  );

  test("is the left-most proxy if every hop is one, and the socket without the header", () => {
    expect(getClientAddress("10.0.0.1", "10.0.0.3, 10.0.0.2", proxies)).toBe("10.0.0.3");
    expect(getClientAddress("10.0.0.1", undefined, proxies)).toBe("10.0.0.1");
    expect(getClientAddress("10.0.0.1", "", proxies)).toBe("10.0.0.1");
  });

  test("is never left of a hop that is not an address", () => {
    expect(getClientAddress("10.0.0.1", "203.0.113.9, unknown, 10.0.0.2", proxies)).toBe(
      "10.0.0.2",
    );
  });

  test("is found behind a proxy whose address the socket formats differently", () => {
    expect(getClientAddress("::ffff:10.0.0.1", "203.0.113.9", proxies)).toBe("203.0.113.9");
    expect(getClientAddress("2001:db8:ffff::1%eth0", "203.0.113.9", proxies)).toBe("203.0.113.9");
  });
});

test("returns 0.0.0.0 for a closed socket", () =>
  expect(getClientAddress(undefined, "203.0.113.9", proxies)).toBe("0.0.0.0"));
