import { Agent } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { hashSource } from "#app/csp.server.ts";
import type { SearchResponse } from "#app/features/search/schema.ts";
import { PRIVATE_SEGMENTS } from "#app/lib/path-kinds.ts";
import { sendRaw, test } from "./http-client.ts";

const CONTENT_PAGES = ["/", "/home-services/plumbing", "/privacy-policy", "/no-such-page"];
const INTERACTIVE_PAGES = ["/quote", "/quote/thanks?by=phone&time=call-me"];

/** The sources of each directive of a page's content security policy. */
const parsePolicy = (response: Response) =>
  Object.fromEntries(
    (response.headers.get("content-security-policy") ?? "").split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(" ");
      return [name, sources] as const;
    }),
  );

test.describe("headers", () => {
  for (const path of [...CONTENT_PAGES, ...INTERACTIVE_PAGES]) {
    test(`${path} runs no script but ours`, async ({ send }) => {
      const response = await send(path);
      const policy = parsePolicy(response);
      const scripts = policy["script-src"] ?? [];
      expect(scripts[0]).toBe("'self'");
      expect(scripts[1]).toBe(hashSource(await (await send("/speculation.rules")).text()));
      for (const source of scripts.slice(2)) expect(source).toMatch(/^'nonce-[\w+/=]{20,}'$/);
      expect(policy).toMatchObject({
        "default-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
      });
      expect(policy["style-src"]).not.toContain("'unsafe-inline'");
      const html = await response.text();
      const nonce = /'nonce-([^']+)'/.exec(scripts.join(" "))?.[1];
      const inline = [
        ...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)([^>]*)>/g),
      ].map((match) => match[1] ?? "");
      if (INTERACTIVE_PAGES.includes(path))
        for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
      else expect([nonce, inline]).toEqual([undefined, []]);
      expect(html).not.toMatch(/\son\w+="|javascript:/);
    });
  }

  test("a nonce is used once", async ({ send }) => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => parsePolicy(await send("/quote"))["script-src"]?.join(" ")),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  for (const path of [
    ...CONTENT_PAGES,
    ...INTERACTIVE_PAGES,
    "/functions/v1/quote-form",
    "/healthz",
    "/a//b",
    "/home-services/",
  ]) {
    test(`${path} is not sniffed or framed, and sends no full referrer`, async ({ send }) => {
      // Twice, because the second response of a page comes from the page cache.
      for (const response of [await send(path), await send(path)]) {
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
        expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        // The browser would compare all links with the rules before the first paint.
        expect(response.headers.get("speculation-rules")).toBeNull();
      }
    });
  }

  for (const path of [
    ...CONTENT_PAGES,
    "/healthz",
    "/readyz",
    "/robots.txt",
    "/sitemap.xml",
    "/sw.js",
    "/assets/none.js",
    "/functions/v1/quote-form",
  ]) {
    test(`${path} has a content type, and text its charset`, async ({ send }) => {
      expect((await send(path)).headers.get("content-type")).toMatch(
        /^(?:(?:text\/(?:html|plain|javascript)|application\/xml); charset=utf-8|application\/json)$/i,
      );
    });
  }

  for (const path of [
    ...INTERACTIVE_PAGES,
    "/functions/v1/contact-sync",
    "/functions/v1/coverage?zip=30301",
    "/functions/v1/quote-form",
    "/healthz",
    "/readyz",
    "/no-such-page",
    "/home-services/plumbing.data",
  ]) {
    test(`${path} is not cached, and can be found in the log`, async ({ send }) => {
      const [first, second] = [await send(path), await send(path)];
      expect(first.headers.get("cache-control")).toMatch(/no-store|no-cache/);
      expect(first.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    });
  }

  /** The script that content pages load. */
  const findScript = (html: string) =>
    /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";

  test("scripts are sent compressed, and the same", async ({ send }) => {
    const path = findScript(await (await send("/")).text());
    const plain = await sendRaw(path);
    expect(plain.headers["content-type"]).toContain("text/javascript");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [encoding, decode] of [
      ["br", brotliDecompressSync] as const,
      ["gzip", gunzipSync] as const,
    ]) {
      const compressed = await sendRaw(path, { headers: { "Accept-Encoding": encoding } });
      expect(compressed.headers).toMatchObject({
        "content-encoding": encoding,
        vary: "Accept-Encoding",
      });
      expect(decode(compressed.body).equals(plain.body)).toBe(true);
    }
  });

  test("pages that are not cached are compressed too, except those of one person", async () => {
    const planner = "/resources/tools-calculators/maintenance-schedule-planner?built=1990";
    for (const path of [planner, "/search?q=leak"]) {
      const plain = await sendRaw(path);
      expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      for (const [encoding, decode] of [
        ["br", brotliDecompressSync] as const,
        ["gzip", gunzipSync] as const,
      ]) {
        const compressed = await sendRaw(path, { headers: { "Accept-Encoding": encoding } });
        expect(compressed.status).toBe(plain.status);
        expect(compressed.headers).toMatchObject({
          "content-encoding": encoding,
          "content-length": String(compressed.body.length),
        });
        expect(decode(compressed.body).toString()).toBe(plain.body.toString());
      }
    }
    const head = await sendRaw("/search?q=leak", { method: "HEAD" });
    expect(head.headers.vary).toBe("Accept-Encoding");
    for (const path of ["/r/unknown", "/backyard/login", "/pro/sign-in", "/no-such-page"]) {
      const { headers } = await sendRaw(path, { headers: { "Accept-Encoding": "br" } });
      expect(headers["content-encoding"], path).toBeUndefined();
    }
  });

  test("scripts are cached for good, images for a day, and neither is sniffed, framed or opened with foreign scripts", async ({
    send,
  }) => {
    const script = await send(findScript(await (await send("/")).text()));
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const image = await send("/favicon.svg");
    expect(image.headers.get("cache-control")).toBe("public, max-age=86400");
    for (const response of [script, image]) {
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(parsePolicy(response)).toMatchObject({
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
      });
    }
  });

  test("the sitemap is revalidated on each request", async ({ send }) => {
    const sitemap = await send("/sitemap.xml");
    expect([sitemap.status, sitemap.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=0, must-revalidate",
    ]);
  });

  test("the speculation rules exclude private pages", async ({ send }) => {
    const response = await send("/speculation.rules");
    expect(response.headers.get("content-type")).toBe("application/speculationrules+json");
    const rules = JSON.stringify(await response.json());
    expect(rules).toContain("prerender");
    // A page that belongs to one person must not be opened ahead of a click.
    for (const name of PRIVATE_SEGMENTS) expect(rules).toContain(`"/${name}/*"`);
  });

  test("a page is the same on a keep-alive connection, which is served from memory", async () => {
    const agent = new Agent({ keepAlive: true });
    const normalize = ({ status, headers, body }: Awaited<ReturnType<typeof sendRaw>>) => {
      const { date, connection, "keep-alive": _, ...comparable } = headers;
      expect(Date.parse(date ?? "")).toBeCloseTo(Date.now(), -4);
      return { status, headers: comparable, body: body.toString("base64") };
    };
    const requestHeaders: Record<string, string>[] = [
      {},
      { "Accept-Encoding": "gzip" },
      { "If-None-Match": "*" },
    ];
    for (const headers of requestHeaders) {
      await sendRaw("/terms-of-service", { headers });
      expect(normalize(await sendRaw("/terms-of-service", { headers, agent }))).toEqual(
        normalize(await sendRaw("/terms-of-service", { headers })),
      );
    }
    agent.destroy();
  });

  test("a page from memory is revalidated, and not sent again", async ({ send }) => {
    await send("/auto");
    const page = await send("/auto");
    const etag = page.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(page.headers.get("vary")).toBe("Accept-Encoding");
    const revalidated = await send("/auto", { headers: { "If-None-Match": etag } });
    expect(revalidated.status).toBe(304);
    expect(revalidated.headers.get("etag")).toBe(etag);
    expect((await send("/auto", { headers: { "If-None-Match": 'W/"other"' } })).status).toBe(200);
    expect(
      (await sendRaw("/auto", { headers: { "Accept-Encoding": "br" } })).headers[
        "content-encoding"
      ],
    ).toBe("br");
  });
});

test("search responses are cached for a minute, with at most eight hits, quizzes after the first", async ({
  send,
}) => {
  const response = await send("/functions/v1/search?q=roof%20leak");
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  expect(response.headers.getSetCookie()).toEqual([]);
  const { hits, total } = (await response.json()) as SearchResponse;
  expect(hits[0]?.path).toBe("/home-services/roofing");
  expect(hits.length).toBeLessThanOrEqual(8);
  expect(total).toBeGreaterThanOrEqual(hits.length);
  const others = hits.slice(1).map(({ kind }) => kind === "Quiz");
  expect(others).toContain(true);
  expect(others.lastIndexOf(true)).toBe(others.filter(Boolean).length - 1);
});
