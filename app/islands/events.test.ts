import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countPageView } from "./events.ts";

let sent: string[];
let page: EventTarget & { prerendering?: boolean; querySelector: (selector: string) => unknown };
let frame: EventTarget;

beforeEach(() => {
  sent = [];
  page = Object.assign(new EventTarget(), { querySelector: () => null });
  frame = new EventTarget();
  vi.stubEnv("PROD", true);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { pathname: "/home-services/plumbing" });
  vi.stubGlobal("addEventListener", frame.addEventListener.bind(frame));
  vi.stubGlobal("navigator", {
    onLine: true,
    sendBeacon: (_url: string, body: string) => sent.push(body),
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const show = (persisted: boolean) =>
  frame.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

test("counts a page once when it is opened", () => {
  countPageView();
  show(false);
  expect(sent).toEqual(['{"name":"page-view"}']);
});

test("counts a prerendered page only when it is shown", () => {
  page.prerendering = true;
  countPageView();
  expect(sent).toEqual([]);
  page.prerendering = false;
  page.dispatchEvent(new Event("prerenderingchange"));
  expect(sent).toHaveLength(1);
});

test("counts a page again when Back restores it", () => {
  countPageView();
  show(true);
  expect(sent).toHaveLength(2);
});

test("does not count staff pages", () => {
  for (const pathname of [
    "/backyard",
    "/backyard/dashboard",
    "/oauth/callback",
    "/pro",
    "/pro/today",
  ]) {
    vi.stubGlobal("location", { pathname });
    countPageView();
  }
  vi.stubGlobal("location", { pathname: "/another-way-in" });
  page.querySelector = () => ({});
  countPageView();
  expect(sent).toEqual([]);
});

describe("an article", () => {
  beforeEach(() => {
    page.querySelector = (selector) =>
      selector === "[data-article]" ? { dataset: { article: "leaky-tap" } } : null;
  });

  test("counts its views in addition to those of all pages, when it is shown", () => {
    page.prerendering = true;
    countPageView();
    expect(sent).toEqual([]);
    page.prerendering = false;
    page.dispatchEvent(new Event("prerenderingchange"));
    expect(sent).toEqual(['{"name":"page-view"}', '{"name":"article-view","article":"leaky-tap"}']);
    show(true);
    expect(sent).toHaveLength(4);
  });
});
