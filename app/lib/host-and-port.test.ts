import { expect, test } from "vitest";
import { parseEnv } from "./env.server.ts";
import { getHostAndPort } from "./host-and-port.ts";

test.each([
  ["https://example.com/hooks", "example.com:443"],
  ["http://10.0.0.5/", "10.0.0.5:80"],
  ["http://10.0.0.5:8080/", "10.0.0.5:8080"],
  ["https://[fd00::1]:9000/", "[fd00::1]:9000"],
])("%s leads to %s", (url, host) => {
  expect(getHostAndPort(new URL(url))).toBe(host);
});

test("a private host is allowed with the port that it names, and no other", () => {
  const hosts = parseEnv({
    WEBHOOK_PRIVATE_HOSTS: "10.0.0.5:80, board.lan:8443",
  }).WEBHOOK_PRIVATE_HOSTS;
  expect([...hosts]).toEqual(["10.0.0.5:80", "board.lan:8443"]);
  for (const wrong of ["10.0.0.5", "http://10.0.0.5:80", "a b:1", "x:99999", "user@host:1"])
    expect(() => parseEnv({ WEBHOOK_PRIVATE_HOSTS: wrong }), wrong).toThrow("hosts with ports");
});
