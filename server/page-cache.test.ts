import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPageCache, type PageCache } from "./page-cache.ts";

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; fromMemory: boolean };

const words = (text: string, init: { status?: number; kind?: string } = {}) =>
  new Response(text, {
    status: init.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'self'",
      "Cache-Control": "private, no-cache",
      "Set-Cookie": "visitor=one",
      "X-Request-Id": "request-one",
      "X-Page-Kind": init.kind ?? "content",
    },
  });

let cache: PageCache;
let render: (path: string) => Promise<Response>;
let rendered: string[];
let port: number;

const server = createServer((req, res) => {
  const path = req.url ?? "/";
  if (cache.serve(req, res, path)) return;
  void cache.get(path).then(
    async (page) => {
      res.writeHead(page.status, { "X-Rendered": "now" });
      res.end(Buffer.from(await page.arrayBuffer()));
    },
    () => res.writeHead(500, { "X-Rendered": "now" }).end(),
  );
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  rendered = [];
  render = async (path) => words(`page ${path} `.repeat(200));
  cache = createPageCache({
    render(path) {
      rendered.push(path);
      return render(path);
    },
    isUnknown: (path) => path.startsWith("/unknown"),
  });
});

/** Node's own client: it neither asks for a compression nor undoes one. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const call = request(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (res) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("end", () =>
          done({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(parts),
            fromMemory: res.headers["x-rendered"] === undefined,
          }),
        );
      },
    );
    call.on("error", fail).end();
  });
}

/** A rendering that ends when the test says so. */
function heldRender() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  render = () => promise;
  return resolve;
}

test("visitors who ask at the same time share one rendering; later ones are answered from memory", async () => {
  const together = await Promise.all(Array.from({ length: 20 }, () => get("/a")));
  expect(rendered).toEqual(["/a"]);
  for (const { status, body } of together)
    expect({ status, text: body.toString() }).toEqual({
      status: 200,
      text: "page /a ".repeat(200),
    });
  const later = await get("/a");
  expect(later.fromMemory).toBe(true);
  expect(later.body.toString()).toBe("page /a ".repeat(200));
  expect((await get("/b")).body.toString()).toContain("page /b");
  expect(rendered).toEqual(["/a", "/b"]);
});

test.each([
  ["a missing page", { status: 404 }],
  ["a failed page", { status: 500 }],
  ["a page with a script of its own", { kind: "interactive" }],
  ["an answer that is no page", { kind: "" }],
])("%s is not kept", async (_name, init) => {
  render = async () => words("once", init);
  await get("/a");
  expect((await get("/a")).fromMemory).toBe(false);
  expect(rendered).toEqual(["/a", "/a"]);
});

test("all addresses that nothing stands behind share one rendering, until something changes", async () => {
  render = async () => words("There is no such page.", { status: 404 });
  const together = await Promise.all(
    ["/unknown", "/unknown/a", "/unknown/b"].map((path) => get(path)),
  );
  together.push(await get("/unknown/c"));
  for (const { status, body } of together)
    expect({ status, text: body.toString() }).toEqual({
      status: 404,
      text: "There is no such page.",
    });
  expect(rendered).toHaveLength(1);
  cache.drop(["/unknown/d"]);
  await get("/unknown/d");
  expect(rendered).toHaveLength(1);
  cache.drop("all");
  await get("/unknown/d");
  expect(rendered).toHaveLength(2);
});

test("a rendering that breaks is not kept either: the next visitor gets a new one", async () => {
  const whole = render;
  render = () => Promise.reject(new Error("broken"));
  expect((await get("/a")).status).toBe(500);
  render = whole;
  expect(await get("/a")).toMatchObject({ status: 200, fromMemory: false });
  expect((await get("/a")).fromMemory).toBe(true);
});

test("what belongs to one visitor is not handed to the next; rules for browsers are", async () => {
  await get("/a");
  const { headers } = await get("/a");
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
  test("hears 304 with the same weak ETag, Vary and rules, and no body, whatever compression it takes", async () => {
    await get("/a");
    const { headers } = await get("/a");
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const encoding of ["br", "gzip", "identity"]) {
      for (const seen of [String(headers.etag), `"other", ${headers.etag}`, "*"]) {
        const again = await get("/a", { "If-None-Match": seen, "Accept-Encoding": encoding });
        expect(again).toMatchObject({
          status: 304,
          headers: {
            etag: headers.etag,
            vary: "Accept-Encoding",
            "cache-control": headers["cache-control"],
          },
        });
        expect(again.headers["content-encoding"]).toBeUndefined();
        expect(again.body).toHaveLength(0);
      }
    }
  });

  test("gets the new words when they have changed", async () => {
    await get("/a");
    const { headers } = await get("/a");
    cache.drop("all");
    render = async () => words("new words");
    await cache.get("/a");
    const changed = await get("/a", { "If-None-Match": String(headers.etag) });
    expect(changed).toMatchObject({ status: 200, fromMemory: true });
    expect(changed.body.toString()).toBe("new words");
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
    await get("/a");
    const { headers, body } = await get(
      "/a",
      accepted === undefined ? {} : { "Accept-Encoding": accepted },
    );
    expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(decode[coding](body).toString()).toBe("page /a ".repeat(200));
  });

  test("gets better after a while, and the page stays the same to a browser that has it", async () => {
    const lines = Array.from(
      { length: 4_000 },
      (_, i) => `line ${(i * 7_919) % 1_013} of a long page`,
    ).join("\n");
    render = async () => words(lines);
    await get("/a");
    const quick = await get("/a", { "Accept-Encoding": "br" });
    await vi.waitFor(
      async () =>
        expect((await get("/a", { "Accept-Encoding": "br" })).body.length).toBeLessThan(
          quick.body.length,
        ),
      { timeout: 5_000 },
    );
    const best = await get("/a", { "Accept-Encoding": "br" });
    expect(best.headers.etag).toBe(quick.headers.etag);
    expect(best.headers["content-length"]).toBe(String(best.body.length));
    expect(brotliDecompressSync(best.body).toString()).toBe(lines);
  });
});

test("HEAD says what GET would say, without the words", async () => {
  await get("/a");
  const read = await get("/a", { "Accept-Encoding": "gzip" });
  const head = await get("/a", { "Accept-Encoding": "gzip" }, "HEAD");
  expect(head.body).toHaveLength(0);
  expect({ ...head.headers, date: "" }).toEqual({ ...read.headers, date: "" });
});

test("a form that is posted never gets a page from memory", async () => {
  await get("/a");
  expect((await get("/a", {}, "POST")).fromMemory).toBe(false);
});

describe("after a change of words", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const textOf = async (path: string) => (await get(path)).body.toString();
  /** Until a page that was dropped is in memory again. */
  const untilReady = (path: string) =>
    expect.poll(() => cache.has(path), { interval: 1 }).toBe(true);

  test("the old page is served until the new one is ready", async () => {
    render = async () => words("old words");
    await get("/a");
    cache.drop("all");
    const finish = heldRender();
    for (let visit = 0; visit < 3; visit++)
      expect(await get("/a")).toMatchObject({ fromMemory: true, body: Buffer.from("old words") });
    expect(rendered).toEqual(["/a", "/a"]);
    finish(words("new words"));
    await untilReady("/a");
    expect(await get("/a")).toMatchObject({ fromMemory: true, body: Buffer.from("new words") });
    expect(rendered).toEqual(["/a", "/a"]);
  });

  test.each([
    ["is never ready", () => new Promise<Response>(() => {})],
    ["fails", async () => words("broken", { status: 500 })],
    ["breaks", () => Promise.reject(new Error("broken"))],
  ])("the old page is served for a second at most where the new one %s", async (_what, broken) => {
    await get("/a");
    cache.drop(["/a"]);
    render = broken;
    vi.advanceTimersByTime(600);
    expect((await get("/a")).fromMemory).toBe(true);
    // A second change does not prolong it.
    cache.drop("all");
    vi.advanceTimersByTime(399);
    expect((await get("/a")).fromMemory).toBe(true);
    vi.advanceTimersByTime(1);
    render = async () => words("new words");
    cache.drop(["/a"]);
    expect(await get("/a")).toMatchObject({ fromMemory: false, body: Buffer.from("new words") });
  });

  test("a page that nobody asks for leaves the memory after a second", async () => {
    await get("/a");
    cache.drop("all");
    expect(cache.bytes()).toBeGreaterThan(0);
    vi.advanceTimersByTime(1_000);
    expect(cache.bytes()).toBe(0);
  });

  test("a page that is gone is not served any more once that is known", async () => {
    await get("/a");
    cache.drop(["/a"]);
    render = async () => words("gone", { status: 404 });
    expect((await get("/a")).fromMemory).toBe(true);
    await expect.poll(async () => (await get("/a")).status, { interval: 1 }).toBe(404);
  });

  test("other pages stay, and so do renderings of them that have begun", async () => {
    await get("/a");
    const finish = heldRender();
    const early = cache.get("/b");
    cache.drop(["/a", "/c"]);
    finish(words("words of b"));
    await early;
    expect([cache.has("/a"), cache.has("/b"), cache.has("/c")]).toEqual([false, true, false]);
    expect(await textOf("/b")).toBe("words of b");
    expect(rendered).toEqual(["/a", "/b"]);
  });

  test.each([["all" as const], [["/a"]]])(
    "a rendering that began before it does not put the old words back: %j",
    async (paths) => {
      const finish = heldRender();
      const early = cache.get("/a");
      cache.drop(paths);
      finish(words("old words"));
      await early;
      expect(cache.has("/a")).toBe(false);
      render = async () => words("new words");
      expect(await textOf("/a")).toBe("new words");
      expect(await textOf("/a")).toBe("new words");
    },
  );

  test("a refresh that began before a second change does not put back what it changed", async () => {
    await get("/a");
    cache.drop(["/a"]);
    const finish = heldRender();
    await get("/a");
    cache.drop(["/a"]);
    finish(words("words of the first change"));
    render = async () => words("words of the second");
    await expect.poll(() => textOf("/a"), { interval: 1 }).not.toContain("page /a");
    expect(await textOf("/a")).toBe("words of the second");
  });

  test("nobody waits for a rendering that began before it, and its end takes nothing away", async () => {
    const finishOld = heldRender();
    const early = cache.get("/a");
    cache.drop("all");
    const finishNew = heldRender();
    const late = [cache.get("/a"), cache.get("/a")];
    finishOld(words("old words"));
    await early;
    late.push(cache.get("/a"));
    finishNew(words("new words"));
    for (const page of await Promise.all(late)) expect(await page.text()).toBe("new words");
    expect(rendered).toEqual(["/a", "/a"]);
    expect(await textOf("/a")).toBe("new words");
  });
});
