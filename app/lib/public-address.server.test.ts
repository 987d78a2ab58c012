import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.server.ts";

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "223.255.255.254", "2606:4700::1111", "2a00::1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:8.8.8.8",
  "::ffff:127.0.0.1",
  "64:ff9b::a00:1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "ff02::1",
  "2001:db8::1",
  "2001:0:4136:e378::1",
  "2002:7f00:1::",
  "not an address",
  "",
])("%s is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
