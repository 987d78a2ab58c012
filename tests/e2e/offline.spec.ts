import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { setOffline } from "./connection.ts";
import { expect, test } from "./fixtures.ts";
import { startSiteApart } from "./own-site.ts";

const GUIDE = "/resources/guides-tips/emergency-preparedness";
const CACHED_PAGES = ["/", GUIDE, "/offline"];
const CALL = 'a[href="tel:+18005550199"]';

test.use({ serviceWorkers: "allow" });

/** Visits a page and waits until the service worker controls it. */
async function visit(page: Page, url: string) {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Leaves the site and visits it again after some seconds, in which browsers stop idle workers. */
async function visitLater(page: Page, url: string) {
  await page.goto("about:blank");
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.stopAllWorkers");
  await devTools.detach();
  await page.goto(url);
}

const readCacheNames = (page: Page) => page.evaluate(() => caches.keys());

/**
 * Names of the caches, and the paths of their entries. Not while a worker deletes caches: opening one
 * would create it again.
 */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, urls: requests.flat().map((entry) => entry.url.slice(location.origin.length)) };
  });

test.describe("offline", () => {
  // The browser reports what it cannot load.
  test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("the emergency guide and the home page open, and every other page shows the phone number", async ({
    page,
  }) => {
    await visit(page, "/");
    await setOffline(page, true);

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
    const picture = page.locator('img[src="/art/hero-street-phone.svg"]');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await page.goto("/home-services/plumbing");
    await expect(page).toHaveURL("/home-services/plumbing");
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    await expect(page.getByRole("main").locator(CALL)).toBeVisible();
    // The page is styled, because its CSS is inlined.
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    await page.getByRole("main").getByRole("link", { name: "Emergency guide" }).click();
    await expect(page).toHaveURL(GUIDE);
    await expect(page.getByRole("heading", { name: "Gas Leaks", exact: true })).toBeVisible();

    await setOffline(page, false);
    await page.goto("/home-services/plumbing");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeHidden();
  });

  test("the service worker does not handle the quote form, the staff portal or functions", async ({
    page,
  }) => {
    await visit(page, "/");
    await setOffline(page, true);
    for (const path of [
      "/quote",
      "/quote?service=plumbing",
      "/backyard",
      "/functions/v1/quote-form",
    ])
      await expect(page.goto(path), path).rejects.toThrow(/ERR_/);
  });
});

test("the cache holds only the listed pages, as signed-out visitors see them, and their assets", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "session", value: "a-person", url: baseURL ?? "" }]);
  const workerCookies = new Map<string, string | undefined>();
  context.on("request", async (sent) => {
    const path = sent.url().slice(baseURL?.length);
    if (sent.serviceWorker())
      workerCookies.set(
        path,
        (await sent.allHeaders().catch(() => ({}) as Record<string, string>)).cookie,
      );
  });
  await visit(page, "/");
  for (const path of ["/home-services/plumbing", "/quote", "/quote/thanks?by=phone&time=call-me"])
    await page.goto(path);
  await page.goto("/");

  const needed = new Set<string>();
  for (const path of CACHED_PAGES) {
    const html = await (await page.request.get(path)).text();
    for (const [, url = ""] of html.matchAll(
      /<(?:img|script|source)[^>]* src(?:Set)?="(\/[^"]+)"/gi,
    ))
      needed.add(url);
    for (const [, url = ""] of html.matchAll(/<link rel="preload" href="([^"]+)"/g))
      needed.add(url);
  }
  const { names, urls } = await readCaches(page);
  expect(names).toEqual([expect.stringMatching(/^kept-[\w-]{12}$/)]);
  expect(urls.sort()).toEqual([...CACHED_PAGES, ...needed].sort());
  // Page visits pass through the worker with cookies; requests that the worker starts have none.
  expect([
    workerCookies.has(GUIDE),
    workerCookies.get(GUIDE),
    workerCookies.has("/offline"),
    workerCookies.get("/offline"),
  ]).toEqual([true, undefined, true, undefined]);
});

test("the worker script is revalidated at every visit and may only fetch from this site", async ({
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

test.describe("a new worker script", () => {
  // The same site behind a proxy on another port, which can change the script.
  test.use({ expectedProblems: [/^outside http:\/\/localhost:\d+\//] });

  // Stopped after the pages are closed: until then they send events.
  const stops: (() => unknown)[] = [];
  test.afterAll(() => Promise.all(stops.splice(0).map((stop) => stop())));

  /** Forwards requests to the site `target`; `change` edits the worker script. */
  async function startProxy(target: string) {
    const proxy = { target, change: (script: string) => script, url: "" };
    const server = createServer((req, res) => {
      const { "if-none-match": _tag, "accept-encoding": _coding, ...headers } = req.headers;
      const { hostname, port } = new URL(proxy.target);
      const forwarded = request(
        { hostname, port, path: req.url, method: req.method, headers },
        async (response) => {
          if (req.url !== "/sw.js")
            return response.pipe(res.writeHead(response.statusCode ?? 502, response.headers));
          const { "content-length": _length, etag: _etag, ...others } = response.headers;
          res
            .writeHead(response.statusCode ?? 502, others)
            .end(proxy.change(Buffer.concat(await response.toArray()).toString()));
        },
      );
      forwarded.on("error", () => res.destroy());
      req.pipe(forwarded);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    stops.push(() => server.close().closeAllConnections());
    return proxy;
  }

  test("replaces the old worker and its cache at the next visit", async ({ page, baseURL }) => {
    const proxy = await startProxy(baseURL ?? "");
    proxy.change = (script) => script.replace(/"version":"[^"]+"/, '"version":"old"');
    await visit(page, proxy.url);
    expect(await readCacheNames(page)).toEqual(["kept-old"]);
    await page.evaluate(async () =>
      (await caches.open("kept-old")).put("/", new Response("an old site")),
    );

    proxy.change = (script) => script.replace(/"version":"[^"]+"/, '"version":"new"');
    // A busy browser may let the new worker wait for one more visit.
    await expect(async () => {
      await visitLater(page, proxy.url);
      // Online, the old worker shows the current site, not its cached copy.
      await expect(page.getByRole("link", { name: "Find Services Near Me" })).toBeVisible();
      await expect.poll(() => readCacheNames(page), { timeout: 5_000 }).toEqual(["kept-new"]);
    }).toPass();
  });

  test("where offline pages are turned off, the worker and its cache are removed", async ({
    page,
    context,
    baseURL,
  }) => {
    const turnedOff = await startSiteApart({ OFFLINE_PAGES: "off" });
    stops.push(turnedOff.stop);
    const turnedOn = baseURL ?? "";
    const proxy = await startProxy(turnedOn);
    const countWorkers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

    await test.step("by its new script", async () => {
      await visit(page, proxy.url);
      proxy.target = turnedOff.url;
      await expect(async () => {
        // No page, so without the site's own script.
        await visitLater(page, `${proxy.url}/robots.txt`);
        await expect.poll(countWorkers, { timeout: 5_000 }).toBe(0);
      }).toPass();
      expect(await readCacheNames(page)).toEqual([]);
    });

    await test.step("by the next page, also for visitors who save data since", async () => {
      proxy.target = turnedOn;
      let oldScript = "";
      proxy.change = (script) => (oldScript ||= script);
      await visit(page, proxy.url);
      proxy.target = turnedOff.url;
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      );
      await page.goto(proxy.url);
      await expect.poll(countWorkers).toBe(0);
      await expect.poll(() => readCacheNames(page)).toEqual([]);
    });

    // A page that registered the worker while it removes itself would bring it back.
    const other = await context.newPage();
    await other.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => {
        sessionStorage.setItem("registered", "yes");
        return Promise.reject(new Error("not registered in this test"));
      };
    });
    await other.goto(proxy.url);
    // The callback that registers it was scheduled first.
    await other.evaluate(
      () => new Promise((idle) => requestIdleCallback(idle, { timeout: 5_000 })),
    );
    expect(await other.evaluate(() => sessionStorage.getItem("registered"))).toBeNull();
  });
});
