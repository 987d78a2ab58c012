import fc from "fast-check";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { getCanonicalPath, getPagePath, isCacheable } from "./paths.ts";

describe("getCanonicalPath", () => {
  test.each([
    ["/", "/"],
    ["/home-services/plumbing", "/home-services/plumbing"],
    ["/home-services/", "/home-services"],
    ["/%68ome-services", "/home-services"],
    ["/home-services%2Ddata", "/home-services-data"],
    ["/caf%c3%a9", "/caf%C3%A9"],
    ["/Home-Services", "/home-services"],
    ["/HOME-SERVICES/Plumbing/", "/home-services/plumbing"],
    ["/%48ome-Services", "/home-services"],
    ["/Quiz/AC-Not-Cooling", "/quiz/ac-not-cooling"],
    ["/Home-Services.data", "/home-services.data"],
    ["/Privacy-Policy", "/privacy-policy"],
    // Not normalized: the portal, paths with keys in them, and unknown paths keep their case.
    ["/Backyard", "/Backyard"],
    ["/%42ackyard/Dashboard", "/Backyard/Dashboard"],
    ["/Functions/v1/event", "/Functions/v1/event"],
    ["/Offers/AbC", "/Offers/AbC"],
    ["/Home-Servicesx", "/Home-Servicesx"],
    ["/Quiz/\u00c9t\u00e9", "/Quiz/%C3%89t%C3%A9"],
    ["/a b", "/a%20b"],
  ])("writes %s as %s", (path, canonical) => expect(getCanonicalPath(path)).toBe(canonical));

  test.each([
    "//",
    "/home//services",
    "//evil.example",
    "/home-services//",
    "/a%2fb",
    "/a%2Fb",
    "/a%5cb",
    "/a\\b",
    "/a%00",
    "/a%0ab",
    "/a\nb",
    "/%7f",
    "/a%252fb",
    "/%",
    "/%zz",
    "/%ff",
    "/%c3",
  ])("refuses %j", (path) => expect(getCanonicalPath(path)).toBeNull());

  test("redirects a path at most once: the target is canonical, as a browser reads it", () => {
    const segment = fc.string({
      unit: fc.constantFrom(
        ..."aZ09-_.~!$&'()*+,;=:@[]^|{}`\" %/éß\u{1f44d}",
        "%41",
        "%2d",
        "%C3%A9",
        "%20",
        "%5b",
      ),
    });
    fc.assert(
      fc.property(segment, (text) => {
        const { pathname } = new URL(`http://localhost/${text.replace(/^\/+/, "")}`);
        const canonical = getCanonicalPath(pathname);
        if (canonical === null) return;
        const followed = new URL(canonical, "http://localhost");
        expect(followed.origin).toBe("http://localhost");
        expect(getCanonicalPath(followed.pathname)).toBe(followed.pathname);
        expect(followed.pathname).toBe(canonical);
      }),
    );
  });

  test("does not turn an encoded question mark into a query", () => {
    const canonical = getCanonicalPath("/quote%3Fservice=plumbing");
    expect(canonical === null || new URL(canonical, "http://localhost").search === "").toBe(true);
  });
});

test("finds every public page in any letter case", async () => {
  const site = (await routes).find((entry) => entry.file === "routes/site/layout.tsx");
  const paths = (site?.children ?? []).flatMap(({ path }) =>
    path && path !== "*" && !/:(?:token|key)/.test(path)
      ? [`/${path.replaceAll(/:\w+\??/g, "some-slug")}`]
      : [],
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) expect(getCanonicalPath(path.toUpperCase())).toBe(path);
});

test.each([
  ["/_.data", "/"],
  ["/home-services.data", "/home-services"],
  ["/home-services/plumbing.data", "/home-services/plumbing"],
  ["/home-services/_.data", "/home-services"],
  ["/home-services", "/home-services"],
  ["/data", "/data"],
])("maps the data of %s to the page %s", (path, page) => expect(getPagePath(path)).toBe(page));

describe("isCacheable", () => {
  test.each([
    "/",
    "/home-services",
    "/home-services/plumbing",
    "/auto/towing",
    "/privacy-policy",
    "/quotes",
    "/no-such-page",
  ])("caches %s", (path) => expect(isCacheable(path)).toBe(true));

  test.each([
    "/quote",
    "/quote/thanks",
    "/backyard",
    "/backyard/requests",
    "/oauth/callback",
    "/api/v1/requests",
    "/api/openapi.json",
    "/functions/v1/coverage",
    "/webhooks/x",
    "/healthz",
    "/readyz",
    "/metrics",
    "/stop",
    "/stop/abc",
    "/r",
    "/r/abc",
    "/r/abc/thanks",
    "/assets/main.js",
    "/sitemap.xml",
    "/robots.txt",
    "/_.data",
    "/home-services/plumbing.data",
    "/home-services/plumbing.DATA",
  ])("never caches %s", (path) => expect(isCacheable(path)).toBe(false));

  test("never caches the data of any page", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abz-/.") }), (path) => {
        expect(isCacheable(`/${path}.data`)).toBe(false);
      }),
    );
  });
});
