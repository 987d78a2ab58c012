import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const GUIDE = "/resources/guides-tips/emergency-preparedness";
const KEPT_PAGES = ["/", GUIDE, "/offline"];
const CALL = 'a[href="tel:+18005550199"]';

test.use({ serviceWorkers: "allow" });

/** Visits a page and waits until the worker has it in hand. */
async function visit(page: Page, url: string) {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Names of the caches, and the paths kept in them. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, urls: requests.flat().map((kept) => kept.url.slice(location.origin.length)) };
  });

test.describe("without a network", () => {
  // What cannot be loaded is reported by the browser, rightly.
  test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("the guide and the home page are there, and every other page gives the phone number", async ({
    page,
    context,
  }) => {
    await visit(page, "/");
    await context.setOffline(true);

    await page.goto(GUIDE);
    await expect(
      page.getByRole("heading", { level: 1, name: "Emergency Preparedness" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Gas Leaks", exact: true })).toBeVisible();
    await expect(page.locator(CALL).first()).toBeAttached();
    await page.reload();
    await expect(
      page.getByRole("heading", { level: 1, name: "Emergency Preparedness" }),
    ).toBeVisible();

    await page.goto("/?utm_source=mail");
    await expect(page.getByRole("link", { name: "Find Services Near Me" })).toBeVisible();
    const picture = page.locator('img[src="/art/henry-wave.svg"]');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await page.goto("/home-services/plumbing");
    await expect(page).toHaveURL("/home-services/plumbing");
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    await expect(page.getByRole("main").locator(CALL)).toBeVisible();
    // The style sheet is in the page.
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    await page.getByRole("main").getByRole("link", { name: "Emergency guide" }).click();
    await expect(page).toHaveURL(GUIDE);
    await expect(page.getByRole("heading", { name: "Gas Leaks", exact: true })).toBeVisible();

    await context.setOffline(false);
    await page.goto("/home-services/plumbing");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeHidden();
  });

  test("the quote form, the staff portal and functions are the browser's business", async ({
    page,
    context,
  }) => {
    await visit(page, "/");
    await context.setOffline(true);
    for (const path of [
      "/quote",
      "/quote?service=plumbing",
      "/backyard",
      "/functions/v1/quote-form",
    ])
      await expect(page.goto(path), path).rejects.toThrow(/ERR_/);
  });
});

test("caches hold the listed pages as strangers see them, what these pages show, and nothing else", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "session", value: "a-person", url: baseURL ?? "" }]);
  const asked = new Map<string, string | undefined>();
  context.on("request", async (sent) => {
    const path = sent.url().slice(baseURL?.length);
    if (sent.serviceWorker())
      asked.set(path, (await sent.allHeaders().catch(() => ({}) as Record<string, string>)).cookie);
  });
  await visit(page, "/");
  for (const path of ["/home-services/plumbing", "/quote", "/quote/thanks?by=phone&time=call-me"])
    await page.goto(path);
  await page.goto("/");

  const needed = new Set<string>();
  for (const path of KEPT_PAGES) {
    const html = await (await page.request.get(path)).text();
    for (const [, url = ""] of html.matchAll(/<(?:img|script)[^>]* src="(\/[^"]+)"/g))
      needed.add(url);
    for (const [, url = ""] of html.matchAll(/<link rel="preload" href="([^"]+)"/g))
      needed.add(url);
  }
  const { names, urls } = await readCaches(page);
  expect(names).toEqual([expect.stringMatching(/^kept-[\w-]{12}$/)]);
  expect(urls.sort()).toEqual([...KEPT_PAGES, ...needed].sort());
  // Pages that the visitor opens carry cookies on their way through the worker; what it asks for by
  // itself does not.
  expect([
    asked.has(GUIDE),
    asked.get(GUIDE),
    asked.has("/offline"),
    asked.get("/offline"),
  ]).toEqual([true, undefined, true, undefined]);
});

test("the script is asked for again at every visit, and may fetch from us alone", async ({
  page,
}) => {
  const response = await page.request.get("/sw.js");
  const { etag = "", ...headers } = response.headers();
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'",
  });
  expect((await page.request.get("/sw.js", { headers: { "If-None-Match": etag } })).status()).toBe(
    304,
  );
  await visit(page, "/");
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.ready).updateViaCache),
  ).toBe("none");
});

test.describe("a new script", () => {
  // The same site under another port, so that its script can be another one.
  test.use({ expectedProblems: [/^outside http:\/\/localhost:\d+\//] });

  /** Passes requests on to the site; `change` edits the text of the worker. */
  async function startFront(target: string) {
    const front = { change: (script: string) => script, url: "", stop: () => {} };
    const { hostname, port } = new URL(target);
    const server = createServer((req, res) => {
      const { "if-none-match": _tag, "accept-encoding": _coding, ...headers } = req.headers;
      const call = request(
        { hostname, port, path: req.url, method: req.method, headers },
        async (answer) => {
          if (req.url !== "/sw.js")
            return answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers));
          const { "content-length": _length, etag: _etag, ...others } = answer.headers;
          res
            .writeHead(answer.statusCode ?? 502, others)
            .end(front.change(Buffer.concat(await answer.toArray()).toString()));
        },
      );
      call.on("error", () => res.destroy());
      req.pipe(call);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    front.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    front.stop = () => {
      server.close();
      server.closeAllConnections();
    };
    return front;
  }

  test("replaces the old worker and its cache at the next visit", async ({ page, baseURL }) => {
    const front = await startFront(baseURL ?? "");
    front.change = (script) => script.replace(/"version":"[^"]+"/, '"version":"old"');
    await visit(page, front.url);
    expect((await readCaches(page)).names).toEqual(["kept-old"]);
    await page.evaluate(async () =>
      (await caches.open("kept-old")).put("/", new Response("an old site")),
    );

    front.change = (script) => script.replace(/"version":"[^"]+"/, '"version":"new"');
    await page.goto(front.url);
    // Online, the old worker shows the site of today.
    await expect(page.getByRole("link", { name: "Find Services Near Me" })).toBeVisible();
    await expect.poll(async () => (await readCaches(page)).names).toEqual(["kept-new"]);
    front.stop();
  });

  test("with the switch off leaves no worker and no cache", async ({ page, baseURL }) => {
    const front = await startFront(baseURL ?? "");
    await visit(page, front.url);
    front.change = (script) => script.replace('"off":false', '"off":true');
    await page.goto(front.url);
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      )
      .toBe(0);
    expect((await readCaches(page)).names).toEqual([]);
    front.stop();
  });
});
