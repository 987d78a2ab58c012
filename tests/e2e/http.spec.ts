import { Agent } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { catalogStructureSchema } from "#app/features/catalog/schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { syncBody } from "../factories.ts";
import { expect, sendRaw, site, test } from "./http-client.ts";
import { makeStaff, PASSWORD } from "./staff.ts";

const CONTENT_PAGES = ["/", "/home-services/plumbing", "/privacy-policy", "/no-such-page"];
const INTERACTIVE_PAGES = ["/quote", "/quote/thanks?by=phone&time=call-me"];

/** Directives of a policy by name. */
const policyOf = (response: Response) =>
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
      const policy = policyOf(response);
      const scripts = policy["script-src"] ?? [];
      expect(scripts[0]).toBe("'self'");
      for (const source of scripts.slice(1)) expect(source).toMatch(/^'nonce-[\w+/=]{20,}'$/);
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
      [1, 2, 3].map(async () => policyOf(await send("/quote"))["script-src"]?.join(" ")),
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
    test(`${path} is not sniffed, framed or referred to in full`, async ({ send }) => {
      // Twice: the second answer of a page comes from memory.
      for (const response of [await send(path), await send(path)]) {
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
        expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(response.headers.get("speculation-rules")).toBe('"/speculation.rules"');
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
    test(`${path} names its type, and text its charset`, async ({ send }) => {
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
    test(`${path} is not kept by browsers or proxies, and can be found in the log`, async ({
      send,
    }) => {
      const [one, two] = [await send(path), await send(path)];
      expect(one.headers.get("cache-control")).toMatch(/no-store|no-cache/);
      expect(one.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(two.headers.get("x-request-id")).not.toBe(one.headers.get("x-request-id"));
    });
  }

  /** The script that content pages load. */
  const scriptOf = (html: string) =>
    /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";

  test("scripts are sent compressed, and the same", async ({ send }) => {
    const path = scriptOf(await (await send("/")).text());
    const plain = await sendRaw(path);
    expect(plain.headers["content-type"]).toContain("text/javascript");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [coding, decode] of [
      ["br", brotliDecompressSync] as const,
      ["gzip", gunzipSync] as const,
    ]) {
      const packed = await sendRaw(path, { headers: { "Accept-Encoding": coding } });
      expect(packed.headers).toMatchObject({ "content-encoding": coding, vary: "Accept-Encoding" });
      expect(decode(packed.body).equals(plain.body)).toBe(true);
    }
  });

  test("scripts are kept for good, pictures for a day, and neither is sniffed, framed or opened with foreign scripts", async ({
    send,
  }) => {
    const script = await send(scriptOf(await (await send("/")).text()));
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const picture = await send("/favicon.svg");
    expect(picture.headers.get("cache-control")).toBe("public, max-age=86400");
    for (const response of [script, picture]) {
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(policyOf(response)).toMatchObject({
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
      });
    }
  });

  test("the sitemap is asked for again each time: pages come and go", async ({ send }) => {
    const sitemap = await send("/sitemap.xml");
    expect([sitemap.status, sitemap.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=0, must-revalidate",
    ]);
  });

  test("the rules that pages name are rules", async ({ send }) => {
    const response = await send("/speculation.rules");
    expect(response.headers.get("content-type")).toBe("application/speculationrules+json");
    expect(await response.json()).toHaveProperty("prerender");
  });

  test("a page is the same on a connection that stays open, which is answered from memory at once", async () => {
    const agent = new Agent({ keepAlive: true });
    const sameEverywhere = ({ status, headers, body }: Awaited<ReturnType<typeof sendRaw>>) => {
      const { date, connection, "keep-alive": _, ...others } = headers;
      expect(Date.parse(date ?? "")).toBeCloseTo(Date.now(), -4);
      return { status, headers: others, body: body.toString("base64") };
    };
    const asked: Record<string, string>[] = [
      {},
      { "Accept-Encoding": "gzip" },
      { "If-None-Match": "*" },
    ];
    for (const headers of asked) {
      await sendRaw("/terms-of-service", { headers });
      expect(sameEverywhere(await sendRaw("/terms-of-service", { headers, agent }))).toEqual(
        sameEverywhere(await sendRaw("/terms-of-service", { headers })),
      );
    }
    agent.destroy();
  });

  test("a page from memory is asked for again and not sent again", async ({ send }) => {
    await send("/auto");
    const page = await send("/auto");
    const etag = page.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(page.headers.get("vary")).toBe("Accept-Encoding");
    const again = await send("/auto", { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect((await send("/auto", { headers: { "If-None-Match": 'W/"other"' } })).status).toBe(200);
    expect(
      (await sendRaw("/auto", { headers: { "Accept-Encoding": "br" } })).headers[
        "content-encoding"
      ],
    ).toBe("br");
  });
});

test.describe("a form that comes from elsewhere", () => {
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
      // What takes no form at all says so, whoever asks.
      for (const path of ["/no-such-page", "/functions/v1/coverage"])
        expect((await send(path, { ...form, headers })).status, path).toBe(405);
    });
  }

  test("our own is read", async ({ send }) => {
    const response = await send("/quote", { ...form, headers: { Origin: site() } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Enter the street address of the property.");
  });

  test("the contact-sync call may come from anywhere", async ({ send }) => {
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
          body: JSON.stringify(syncBody()),
        })
      ).status,
    ).toBe(200);
  });
});

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
    test(`${path} is another path than ours`, async ({ send }) =>
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
    test(`${path} is sent to ${to}`, async () => {
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

  for (const [target, status, words] of [
    ["/%E0%A4%A", 400, "400 Bad Request"],
    ["/home-services%2fplumbing", 400, "400 Bad Request"],
    ["/no-such-page", 404, "404 Not Found"],
    ["/Backyard", 404, "404 Not Found"],
  ] as const) {
    test(`${target} shows the fallback screen, with search, call and six links`, async () => {
      const answer = await sendRaw(target);
      const html = answer.body.toString();
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
      expect([answer.status, answer.headers["cache-control"]]).toEqual([
        status,
        "private, no-cache",
      ]);
      expect(html).toContain("<title>Unexpected Application Error</title>");
      for (const part of [
        ">Unexpected Application Error</h1>",
        words,
        'action="/search"',
        'href="tel:+1',
      ])
        expect(main).toContain(part);
      expect([...main.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path)).toEqual([
        "/",
        "/home-services",
        "/auto",
        "/resources",
        "/contact-us",
        "/quote",
      ]);
    });
  }

  test("the data of a page are data, and never kept as the page", async ({ send }) => {
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

  test("the opt-out page answers the browser's signal itself, and is kept by nobody", async ({
    send,
  }) => {
    const quiet = await send("/do-not-sell");
    const signalled = await send("/do-not-sell", { headers: { "Sec-GPC": "1" } });
    expect(quiet.headers.get("cache-control")).toBe("private, no-cache");
    const isShown = async (response: Response) =>
      /role="status"[^>]*>\s*<strong>Opt-Out Request Honored/.test(await response.text());
    expect([await isShown(quiet), await isShown(signalled)]).toEqual([false, true]);
  });

  test("a page with a query is the page without it, and does not keep it", async ({ send }) => {
    const marked = await (await send("/auto/towing?utm=%3Cb%3Emarked")).text();
    expect(marked).not.toContain("marked");
    expect(await (await send("/auto/towing")).text()).toBe(marked);
  });
});

test("a page that moved is a 301 to where it went, and one that is gone is a 410", async ({
  send,
  db,
  address,
}) => {
  const [moved, narrowed, gone] = [`/moved-${address}`, `/narrowed-${address}`, `/gone-${address}`];
  await db.query(
    "insert into redirects (from_path, to_path) values ($1, '/auto'), ($2, '/quote?service=towing'), ($3, null)",
    [moved, narrowed, gone],
  );
  for (const [from, to] of [
    [moved, "/auto"],
    [`${moved}?utm_source=mail&x=%0D%0A`, "/auto?utm_source=mail&x=%0D%0A"],
    [`${narrowed}?utm_source=mail`, "/quote?service=towing"],
  ] as const) {
    const answer = await send(from);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, to]);
  }
  const page = await send(gone);
  expect([page.status, page.headers.get("cache-control")]).toEqual([410, "private, no-cache"]);
  expect(await page.text()).toContain("Unexpected Application Error");
  expect((await send(`/neither-${address}`)).status).toBe(404);
});

test.describe("for operators", () => {
  test("/healthz and /readyz say so", async ({ send }) => {
    for (const [path, word] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"],
    ] as const) {
      const response = await send(path);
      expect([response.status, await response.text()]).toEqual([200, `${word}\n`]);
    }
  });

  test("/metrics is read on this machine, and does not exist for others", async ({
    send,
    address,
  }) => {
    const figures = await (await fetch(`${site()}/metrics`)).text();
    for (const name of [
      "http_requests_total",
      "http_request_duration_seconds",
      "page_cache_hits_total",
      "crm_outbox_rows",
      "crm_target_closed",
      "nodejs_",
    ])
      expect(figures).toContain(name);
    expect((await send("/metrics")).status).toBe(404);
    for (const forged of [`127.0.0.1, ${address}`, `::1,${address}`])
      expect((await send("/metrics", { headers: { "X-Forwarded-For": forged } })).status).toBe(404);
    expect(
      (await send("/metrics", { headers: { Authorization: "Bearer undefined" } })).status,
    ).toBe(404);
  });

  test("refused origins, denied pages and forged webhooks are counted by kind", async ({
    send,
    db,
  }) => {
    const countOf = async (kind: string) =>
      Number(
        new RegExp(`^security_events_total\\{kind="${kind}"\\} (\\d+)$`, "m").exec(
          await (await fetch(`${site()}/metrics`)).text(),
        )?.[1],
      );
    const { email } = await makeStaff(db, { role: "staff" });
    const signedIn = await send("/backyard", {
      method: "POST",
      headers: { Origin: site() },
      body: new URLSearchParams({ email, password: PASSWORD }),
    });
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    for (const [kind, provoke, status] of [
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
      ["forbidden", () => send("/backyard/settings", { headers: { Cookie } }), 403],
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
      const before = await countOf(kind);
      expect((await provoke()).status, kind).toBe(status);
      expect(await countOf(kind), kind).toBeGreaterThan(before);
    }
    expect(
      [await countOf("lock"), await countOf("factor-change"), await countOf("failed-code")].every(
        (count) => count >= 0,
      ),
    ).toBe(true);
  });

  test("the figures cannot be had under another name of the same page", async ({ send }) => {
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

test.describe("quote links", () => {
  /** Where the quote links of a page's main part lead. */
  const quotePathsOf = (html: string) =>
    [...html.replace(/^[\s\S]*<main/, "").matchAll(/href="(\/quote[^"]*)"/g)].map(([, path]) =>
      path?.replaceAll("&amp;", "&"),
    );

  test("a category asks which of its services, or none of them", async ({ send }) => {
    for (const { slug, services } of readYaml("catalog.yaml", catalogStructureSchema).categories) {
      const html = await (await send(`/home-services/${slug}`)).text();
      const choice = /<dialog id="service-choice"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? "";
      expect(quotePathsOf(choice), slug).toEqual([
        ...services.map((service) => `/quote?service=${service}`),
        "/quote?label=General+Service",
      ]);
      expect(html).toMatch(/<button[^>]* popoverTarget="service-choice"[^>]*>Get Free Quote/i);
    }
  });

  for (const [path, quote] of [
    ["/articles/clogged-toilets", "/quote?service=plumbing"],
    ["/articles/henry-helpline", "/quote"],
    ["/contact-us", "/quote?label=General+Services"],
    ["/resources/guides-tips", "/quote?label=General+Services"],
    ["/resources/articles-quizzes/hvac-maintenance", "/quote?label=General+Services"],
    ["/resources/guides-tips/diy-repair-basics", "/quote?label=Home+Repair"],
    ["/resources/guides-tips/vehicle-care-guide", "/quote?label=Auto+Repair"],
    ["/resources/guides-tips/emergency-preparedness", "/quote?label=Emergency+Service"],
    ["/resources/guides-tips/contractor-selection", "/quote?label=General+Contracting"],
    ["/home-services/heating", "/quote?service=heating"],
    ["/auto/towing", "/quote?service=towing"],
  ] as const)
    test(`${path} asks for ${quote} and nothing else`, async ({ send }) => {
      expect([...new Set(quotePathsOf(await (await send(path)).text()))]).toEqual([quote]);
    });

  test("the look-up behind the ZIP field says what is true of the place", async ({ send }) => {
    const messageOf = async (zip: string) =>
      (
        (await (await send(`/functions/v1/coverage?zip=${zip}&service=electrician`)).json()) as {
          message: string;
        }
      ).message;
    expect(await messageOf("90210")).toBe(
      "We take requests in Beverly Hills. No verified electrician is listed there yet, so Henry looks for one.",
    );
    expect(await messageOf("00000")).toBe(
      "We can't find ZIP code 00000. Please check the five digits, or call us and tell us where you are.",
    );
  });

  test("a service for vehicles asks where the vehicle is, on the form without script too", async ({
    send,
  }) => {
    const textOf = async (path: string) =>
      (await (await send(path)).text()).replace(/^[\s\S]*<main/, "").replace(/<script[\s\S]*$/, "");
    for (const path of ["/quote?service=towing", "/quote?label=Auto+Repair"]) {
      const text = await textOf(path);
      // Once in the wizard, once in the plain form.
      expect(text.match(/Where is the vehicle\?/g), path).toHaveLength(2);
      expect(text).not.toMatch(/propert(?:y|ies)\b(?!Class|Owner)/);
    }
    expect(await textOf("/quote?service=plumbing")).toContain("Do you own this property?");
  });
});
