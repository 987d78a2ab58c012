import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPage, startPageServer } from "#tests/page-server.ts";

let site: Awaited<ReturnType<typeof startPageServer>>;
beforeEach(async () => {
  site = await startPageServer();
});
afterEach(() => site.close());

test("concurrent visitors share one rendering, and later ones get it from memory", async () => {
  const together = await Promise.all(Array.from({ length: 20 }, () => site.get("/a")));
  expect(site.rendered).toEqual(["/a"]);
  for (const { status, body } of together)
    expect({ status, text: body.toString() }).toEqual({
      status: 200,
      text: "page /a ".repeat(200),
    });
  const later = await site.get("/a");
  expect(later.fromMemory).toBe(true);
  expect(later.body.toString()).toBe("page /a ".repeat(200));
  expect((await site.get("/b")).body.toString()).toContain("page /b");
  expect(site.rendered).toEqual(["/a", "/b"]);
});

test.each([
  ["a missing page", { status: 404 }],
  ["a failed page", { status: 500 }],
  ["an interactive page", { kind: "interactive" }],
  ["a response that is not a page", { kind: "" }],
])("does not cache %s", async (_name, init) => {
  site.render = async () => renderPage("once", init);
  await site.get("/a");
  expect((await site.get("/a")).fromMemory).toBe(false);
  expect(site.rendered).toEqual(["/a", "/a"]);
});

test("all unknown paths share one rendering, until something changes", async () => {
  site.render = async () => renderPage("There is no such page.", { status: 404 });
  const together = await Promise.all(
    ["/unknown", "/unknown/a", "/unknown/b"].map((path) => site.get(path)),
  );
  together.push(await site.get("/unknown/c"));
  for (const { status, body } of together)
    expect({ status, text: body.toString() }).toEqual({
      status: 404,
      text: "There is no such page.",
    });
  expect(site.rendered).toHaveLength(1);
  site.cache.drop(["/unknown/d"]);
  await site.get("/unknown/d");
  expect(site.rendered).toHaveLength(1);
  site.cache.drop("all");
  await site.get("/unknown/d");
  expect(site.rendered).toHaveLength(2);
});

test("a failed rendering is not cached: the next visitor gets a new one", async () => {
  const render = site.render;
  site.render = () => Promise.reject(new Error("broken"));
  expect((await site.get("/a")).status).toBe(500);
  site.render = render;
  expect(await site.get("/a")).toMatchObject({ status: 200, fromMemory: false });
  expect((await site.get("/a")).fromMemory).toBe(true);
});

test("a posted form never gets a page from memory", async () => {
  await site.get("/a");
  expect((await site.get("/a", {}, "POST")).fromMemory).toBe(false);
});
