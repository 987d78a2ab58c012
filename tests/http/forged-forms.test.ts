import { expect } from "vitest";
import { buildIntakeBody } from "../factories.ts";
import { site, test } from "./http-client.ts";

test.describe("a form of another site", () => {
  const form = { method: "POST", body: new URLSearchParams({ name: "Forged" }) };
  const origins: [string, Record<string, string>][] = [
    ["another site", { Origin: "https://evil.example" }],
    ["nowhere", {}],
    ["a sandboxed frame", { Origin: "null" }],
    ["our own host on another port", { Origin: "http://localhost:1" }],
    ["a browser that knows better", { Origin: "own", "Sec-Fetch-Site": "cross-site" }],
    ["a sister site", { Origin: "own", "Sec-Fetch-Site": "same-site" }],
  ];
  for (const [name, headers] of origins) {
    test(`${name} is refused`, async ({ send }) => {
      if (headers.Origin === "own") headers.Origin = site();
      for (const path of ["/quote", "/quote.data", "/backyard", "/functions/v1/event"])
        expect((await send(path, { ...form, headers })).status, path).toBe(403);
      // Routes without forms respond with 405 to every origin.
      for (const path of ["/no-such-page", "/functions/v1/coverage"])
        expect((await send(path, { ...form, headers })).status, path).toBe(405);
    });
  }

  test("our own form is accepted", async ({ send }) => {
    const response = await send("/quote", { ...form, headers: { Origin: site() } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Enter the street address of the property.");
  });

  test("other sites may call contact-sync", async ({ send }) => {
    const headers = {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      Origin: "https://evil.example",
    };
    expect(
      (
        await send("/functions/v1/contact-sync", {
          method: "POST",
          headers,
          body: JSON.stringify(buildIntakeBody()),
        })
      ).status,
    ).toBe(200);
  });
});
