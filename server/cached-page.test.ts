import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderPage, startPageServer } from "#tests/page-server.ts";

let site: Awaited<ReturnType<typeof startPageServer>>;
beforeEach(async () => {
  site = await startPageServer();
});
afterEach(() => site.close());

test("cookies and request IDs of one visitor are not sent to the next, the security policy is", async () => {
  await site.get("/a");
  const { headers } = await site.get("/a");
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["x-request-id"]).toBeUndefined();
  expect(headers["x-page-kind"]).toBeUndefined();
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'self'",
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "Accept-Encoding",
  });
});

describe("a browser that has the page", () => {
  test("gets 304 without a body, with the same weak ETag and caching rules, for every compression", async () => {
    await site.get("/a");
    const { headers } = await site.get("/a");
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const encoding of ["br", "gzip", "identity"]) {
      for (const etags of [String(headers.etag), `"other", ${headers.etag}`, "*"]) {
        const response = await site.get("/a", {
          "If-None-Match": etags,
          "Accept-Encoding": encoding,
        });
        expect(response).toMatchObject({
          status: 304,
          headers: {
            etag: headers.etag,
            vary: "Accept-Encoding",
            "cache-control": headers["cache-control"],
          },
        });
        expect(response.headers["content-encoding"]).toBeUndefined();
        expect(response.body).toHaveLength(0);
      }
    }
  });

  test("gets the new page after a change", async () => {
    await site.get("/a");
    const { headers } = await site.get("/a");
    site.cache.drop("all");
    site.render = async () => renderPage("new text");
    await site.cache.get("/a");
    const changed = await site.get("/a", { "If-None-Match": String(headers.etag) });
    expect(changed).toMatchObject({ status: 200, fromMemory: true });
    expect(changed.body.toString()).toBe("new text");
  });
});

describe("compression", () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

  test.each([
    [undefined, "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["gzip;q=0.8 , br;q=0.1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000,gzip ; q=1", "gzip"],
    ["br;q=0,gzip;q=0", "identity"],
    ["gzip;q=0", "identity"],
    ["gzip;q=0,br;q=0.001", "br"],
    ["brotli, xgzip", "identity"],
  ] as const)("for Accept-Encoding %j is %s", async (accepted, coding) => {
    await site.get("/a");
    const { headers, body } = await site.get(
      "/a",
      accepted === undefined ? {} : { "Accept-Encoding": accepted },
    );
    expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(decode[coding](body).toString()).toBe("page /a ".repeat(200));
  });

  test("improves after a while, and browsers that have the page keep it", async () => {
    const lines = Array.from(
      { length: 4_000 },
      (_, i) => `line ${(i * 7_919) % 1_013} of a long page`,
    ).join("\n");
    site.render = async () => renderPage(lines);
    await site.get("/a");
    const quick = await site.get("/a", { "Accept-Encoding": "br" });
    await vi.waitFor(
      async () =>
        expect((await site.get("/a", { "Accept-Encoding": "br" })).body.length).toBeLessThan(
          quick.body.length,
        ),
      { timeout: 5_000 },
    );
    const best = await site.get("/a", { "Accept-Encoding": "br" });
    expect(best.headers.etag).toBe(quick.headers.etag);
    expect(best.headers["content-length"]).toBe(String(best.body.length));
    expect(brotliDecompressSync(best.body).toString()).toBe(lines);
  });
});

test("HEAD returns the headers of GET without the body", async () => {
  await site.get("/a");
  const read = await site.get("/a", { "Accept-Encoding": "gzip" });
  const head = await site.get("/a", { "Accept-Encoding": "gzip" }, "HEAD");
  expect(head.body).toHaveLength(0);
  expect({ ...head.headers, date: "" }).toEqual({ ...read.headers, date: "" });
});
