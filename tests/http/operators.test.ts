import { Agent } from "node:http";
import { expect } from "vitest";
import { createSignedInStaff } from "../staff.ts";
import { sendRaw, site, test } from "./http-client.ts";

test.describe("for operators", () => {
  test("/healthz and /readyz report that the site is up", async ({ send }) => {
    for (const [path, word] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"],
    ] as const) {
      const response = await send(path);
      expect([response.status, await response.text()]).toEqual([200, `${word}\n`]);
    }
  });

  test("/metrics is available on this machine, and not found for others", async ({
    send,
    address,
  }) => {
    const metrics = await (await fetch(`${site()}/metrics`)).text();
    for (const name of [
      "http_requests_total",
      "http_request_duration_seconds",
      "page_cache_hits_total",
      "crm_outbox_rows",
      "crm_target_closed",
      "nodejs_",
    ])
      expect(metrics).toContain(name);
    expect((await send("/metrics")).status).toBe(404);
    for (const forwardedFor of [`127.0.0.1, ${address}`, `::1,${address}`])
      expect(
        (await send("/metrics", { headers: { "X-Forwarded-For": forwardedFor } })).status,
      ).toBe(404);
    expect(
      (await send("/metrics", { headers: { Authorization: "Bearer undefined" } })).status,
    ).toBe(404);
  });

  test("refused origins, denied pages and forged webhooks are counted by kind", async ({
    send,
    db,
  }) => {
    const readCount = async (kind: string) =>
      Number(
        new RegExp(`^security_events_total\\{kind="${kind}"\\} (\\d+)$`, "m").exec(
          await (await fetch(`${site()}/metrics`)).text(),
        )?.[1],
      );
    const { email, headers } = await createSignedInStaff(db, "staff");
    for (const [kind, trigger, status] of [
      [
        "refused-origin",
        () =>
          send("/backyard", {
            method: "POST",
            headers: { Origin: "https://evil.example" },
            body: new URLSearchParams(),
          }),
        403,
      ],
      ["forged-webhook", () => send("/webhooks/highlevel", { method: "POST", body: "{}" }), 401],
      ["forbidden", () => send("/backyard/settings", { headers }), 403],
      [
        "failed-password",
        () =>
          send("/backyard", {
            method: "POST",
            headers: { Origin: site() },
            body: new URLSearchParams({ email, password: "wrong" }),
          }),
        400,
      ],
    ] as const) {
      const before = await readCount(kind);
      expect((await trigger()).status, kind).toBe(status);
      expect(await readCount(kind), kind).toBeGreaterThan(before);
    }
    expect(
      [
        await readCount("lock"),
        await readCount("factor-change"),
        await readCount("failed-code"),
      ].every((count) => count >= 0),
    ).toBe(true);
  });

  test("the metrics are not available under another spelling of the path", async ({ send }) => {
    for (const path of [
      "/metrics.data",
      "/metrics/_.data",
      "/metrics?_routes=root",
      "/%6detrics",
      "/metrics/",
    ])
      expect(await (await send(path)).text(), path).not.toContain("http_requests");
  });

  test("a request for another host is refused", async () => {
    for (const Host of ["henry.example", "localhost.evil.example", "10.0.0.1:3000"]) {
      for (const agent of [new Agent({ keepAlive: true }), undefined]) {
        const { status, body, headers } = await sendRaw("/", { headers: { Host }, agent });
        expect(status).toBe(421);
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        });
        expect(body.toString()).toContain("set PUBLIC_URL");
        agent?.destroy();
      }
    }
  });
});
