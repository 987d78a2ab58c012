import { expect, test } from "vitest";
import { createSecurityLog } from "./security-log.server.ts";

test("writes one line and one count for a security event, without personal data", () => {
  const lines: unknown[][] = [];
  const counts: string[] = [];
  const log = createSecurityLog({
    log: { warn: (...line: unknown[]) => void lines.push(line) },
    key: Buffer.alloc(32, 7),
    count: (kind) => counts.push(kind),
  });
  log.record("failed-password", {
    email: "casey@example.com",
    address: "203.0.113.77",
    requestId: "r1",
  });
  log.record("forbidden", { staffId: "s1", address: "2001:db8:12:3456::7" });
  expect(lines).toEqual([
    [
      {
        securityEvent: "failed-password",
        emailHash: expect.stringMatching(/^[0-9a-f]{16}$/),
        network: "203.0.113.0/24",
        requestId: "r1",
      },
      "security: failed-password",
    ],
    [
      { securityEvent: "forbidden", staffId: "s1", network: "2001:db8:12::/48" },
      "security: forbidden",
    ],
  ]);
  expect(counts).toEqual(["failed-password", "forbidden"]);
  expect(JSON.stringify(lines)).not.toMatch(/casey|example\.com|\.77|3456/);
});
