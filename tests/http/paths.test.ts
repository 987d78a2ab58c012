import { expect } from "vitest";
import { sendRaw, site, test } from "./http-client.ts";

test.describe("paths", () => {
  for (const path of [
    "/Healthz",
    "/Backyard",
    "/BACKYARD/Dashboard",
    "/Functions/v1/coverage",
    "/Offers/some-key",
    "/.git/config",
    "/assets/",
  ]) {
    test(`${path} is not a path of ours`, async ({ send }) =>
      expect((await send(path)).status).toBe(404));
  }

  for (const [path, to] of [
    ["/home-services/", "/home-services"],
    ["/home-services/plumbing/?a=1&b=%20", "/home-services/plumbing?a=1&b=%20"],
    ["/%68ome-services", "/home-services"],
    ["/Home-Services", "/home-services"],
    ["/home-services/Plumbing?Q=A", "/home-services/plumbing?Q=A"],
    ["/%62ackyard", "/backyard"],
  ] as const) {
    test(`${path} redirects to ${to}`, async () => {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await sendRaw(path, { method });
        expect([status, headers.location]).toEqual([308, to]);
      }
      expect((await sendRaw(path, { method: "POST", headers: { Origin: site() } })).status).toBe(
        404,
      );
    });
  }

  for (const target of [
    "//",
    "//evil.example/",
    "/home-services//plumbing",
    "/home-services%2fplumbing",
    "/%2F%2Fevil.example",
    "/a%00b",
    "/a%5Cb",
    "/home-services\\plumbing",
    "/a%0d%0ab",
    "/%",
    "/%ff",
    "/%E0%A4%A",
  ]) {
    test(`${target} cannot be read`, async () => {
      for (const method of ["GET", "POST"]) {
        const { status, headers } = await sendRaw(target, { method, headers: { Origin: site() } });
        expect([status, headers.location]).toEqual([400, undefined]);
      }
    });
  }

  for (const [target, status, heading] of [
    ["/%E0%A4%A", 400, "400 Bad Request"],
    ["/home-services%2fplumbing", 400, "400 Bad Request"],
    ["/no-such-page", 404, "404 Not Found"],
    ["/Backyard", 404, "404 Not Found"],
  ] as const) {
    test(`${target} shows the fallback screen, with search, call and six popular services`, async () => {
      const response = await sendRaw(target);
      const html = response.body.toString();
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
      expect([response.status, response.headers["cache-control"]]).toEqual([
        status,
        "private, no-cache",
      ]);
      expect(html).toContain("<title>Unexpected Application Error</title>");
      for (const part of [
        ">Unexpected Application Error</h1>",
        heading,
        'data-search-form=""',
        'action="/search"',
        "What&#x27;s wrong?",
        'href="tel:+1',
      ])
        expect(main).toContain(part);
      expect([...main.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path)).toEqual([
        "/home-services/plumbing",
        "/home-services/electrician",
        "/home-services/roofing",
        "/home-services/air-conditioning",
        "/home-services/carpet-cleaning",
        "/home-services/handyman",
      ]);
    });
  }

  test("the data of a page are never cached as the page", async ({ send }) => {
    const data = await send("/home-services/plumbing.data");
    expect(data.status).toBe(200);
    expect(data.headers.get("content-type")).toContain("text/x-script");
    expect(data.headers.get("etag")).toBeNull();
    const page = await send("/home-services/plumbing");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("<h1");
    expect((await send("/home-services/plumbing.data")).headers.get("content-type")).toContain(
      "text/x-script",
    );
  });

  test("the opt-out page honors the browser's privacy signal, and is not cached", async ({
    send,
  }) => {
    const withoutSignal = await send("/do-not-sell");
    const withSignal = await send("/do-not-sell", { headers: { "Sec-GPC": "1" } });
    expect(withoutSignal.headers.get("cache-control")).toBe("private, no-cache");
    const isShown = async (response: Response) =>
      /role="status"[^>]*>\s*<strong>Opt-Out Request Honored/.test(await response.text());
    expect([await isShown(withoutSignal), await isShown(withSignal)]).toEqual([false, true]);
  });

  test("a query does not change a page, and is not cached with it", async ({ send }) => {
    const withQuery = await (await send("/auto/towing?utm=%3Cb%3Emarked")).text();
    expect(withQuery).not.toContain("marked");
    expect(await (await send("/auto/towing")).text()).toBe(withQuery);
  });
});

test("a moved page is a 301 to its new URL, and a removed one a 410", async ({
  send,
  db,
  address,
}) => {
  const [movedPath, narrowedPath, gonePath] = [
    `/moved-${address}`,
    `/narrowed-${address}`,
    `/gone-${address}`,
  ];
  await db.query(
    "insert into redirects (from_path, to_path) values ($1, '/auto'), ($2, '/quote?service=towing'), ($3, null)",
    [movedPath, narrowedPath, gonePath],
  );
  for (const [from, to] of [
    [movedPath, "/auto"],
    [`${movedPath}?utm_source=mail&x=%0D%0A`, "/auto?utm_source=mail&x=%0D%0A"],
    [`${narrowedPath}?utm_source=mail`, "/quote?service=towing"],
  ] as const) {
    const response = await send(from);
    expect([response.status, response.headers.get("location")]).toEqual([301, to]);
  }
  const page = await send(gonePath);
  expect([page.status, page.headers.get("cache-control")]).toEqual([410, "private, no-cache"]);
  expect(await page.text()).toContain("Unexpected Application Error");
  expect((await send(`/neither-${address}`)).status).toBe(404);
});

test("a truncated calendar link gets an error that says what is missing", async ({ send }) => {
  const response = await send(
    "/resources/tools-calculators/maintenance-schedule-planner.ics?home=house",
  );
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/^[^\n]+\.\n$/);
});
