import { expect, test } from "vitest";
import { classifyRequest } from "./offline-rules.ts";

const ORIGIN = "https://example.com";
const assets = new Set(["/assets/main-1.js", "/art/henry-wave.svg"]);
const kind = (path: string, { method = "GET", mode = "navigate" } = {}) =>
  classifyRequest({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, assets);

test.each([
  "/",
  "/offline",
  "/resources/guides-tips/emergency-preparedness",
  "/home-services/plumbing?utm_source=x",
  "/no-such-page",
  "/quotes",
  "/stopped",
])("handles %s as a page", (path) => expect(kind(path)).toBe("page"));

test.each([
  "/quote",
  "/quote/",
  "/quote?service=plumbing",
  "/quote/thanks?by=phone",
  "/quote.data",
  "/backyard",
  "/backyard/settings",
  "/oauth/callback?code=x",
  "/functions/v1/contact-sync",
  "/webhooks/calls",
  "/stop/abc",
  "/offers/abc",
  "/healthz",
  "/home-services/plumbing.data",
  "/_.data",
  "/sitemap.xml",
  "/sw.js",
  "/assets/main-1.js",
  "https://other.example/",
])("leaves %s to the browser", (path) => expect(kind(path)).toBeNull());

test.each(["POST", "HEAD", "PUT", "DELETE"])("leaves %s requests to the browser", (method) =>
  expect(kind("/", { method })).toBeNull(),
);

test("answers only the listed assets, and only at their exact URL", () => {
  for (const mode of ["cors", "no-cors"]) {
    expect(kind("/assets/main-1.js", { mode })).toBe("asset");
    expect(kind("/art/henry-wave.svg", { mode })).toBe("asset");
    for (const path of [
      "/assets/main-2.js",
      "/assets/main-1.js?x",
      "/",
      "/functions/v1/coverage?zip=30301",
      "https://other.example/assets/main-1.js",
    ]) {
      expect(kind(path, { mode }), path).toBeNull();
    }
  }
});
