import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderPage, startPageServer } from "#tests/page-server.ts";

let site: Awaited<ReturnType<typeof startPageServer>>;
beforeEach(async () => {
  site = await startPageServer();
});
afterEach(() => site.close());

describe("after a change of content", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const getText = async (path: string) => (await site.get(path)).body.toString();
  /** Until a page that was dropped is in memory again. */
  const untilReady = (path: string) =>
    expect.poll(() => site.cache.has(path), { interval: 1 }).toBe(true);

  test("the old page is served until the new one is ready", async () => {
    site.render = async () => renderPage("old text");
    await site.get("/a");
    site.cache.drop("all");
    const finish = site.holdRendering();
    for (let visit = 0; visit < 3; visit++)
      expect(await site.get("/a")).toMatchObject({
        fromMemory: true,
        body: Buffer.from("old text"),
      });
    expect(site.rendered).toEqual(["/a", "/a"]);
    finish(renderPage("new text"));
    await untilReady("/a");
    expect(await site.get("/a")).toMatchObject({ fromMemory: true, body: Buffer.from("new text") });
    expect(site.rendered).toEqual(["/a", "/a"]);
  });

  test.each([
    ["never finishes", () => new Promise<Response>(() => {})],
    ["is a 500 page", async () => renderPage("broken", { status: 500 })],
    ["fails", () => Promise.reject(new Error("broken"))],
  ])("the old page is served for at most a second if the new one %s", async (_case, broken) => {
    await site.get("/a");
    site.cache.drop(["/a"]);
    site.render = broken;
    vi.advanceTimersByTime(600);
    expect((await site.get("/a")).fromMemory).toBe(true);
    // A second change does not extend that time.
    site.cache.drop("all");
    vi.advanceTimersByTime(399);
    expect((await site.get("/a")).fromMemory).toBe(true);
    vi.advanceTimersByTime(1);
    site.render = async () => renderPage("new text");
    site.cache.drop(["/a"]);
    expect(await site.get("/a")).toMatchObject({
      fromMemory: false,
      body: Buffer.from("new text"),
    });
  });

  test("a page without visitors is removed from memory after a second", async () => {
    await site.get("/a");
    site.cache.drop("all");
    expect(site.cache.bytes()).toBeGreaterThan(0);
    vi.advanceTimersByTime(1_000);
    expect(site.cache.bytes()).toBe(0);
  });

  test("a deleted page is no longer served once its 404 is rendered", async () => {
    await site.get("/a");
    site.cache.drop(["/a"]);
    site.render = async () => renderPage("gone", { status: 404 });
    expect((await site.get("/a")).fromMemory).toBe(true);
    await expect.poll(async () => (await site.get("/a")).status, { interval: 1 }).toBe(404);
  });

  test("other pages and their renderings in progress stay", async () => {
    await site.get("/a");
    const finish = site.holdRendering();
    const earlier = site.cache.get("/b");
    site.cache.drop(["/a", "/c"]);
    finish(renderPage("text of b"));
    await earlier;
    expect([site.cache.has("/a"), site.cache.has("/b"), site.cache.has("/c")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await getText("/b")).toBe("text of b");
    expect(site.rendered).toEqual(["/a", "/b"]);
  });

  test.each([["all" as const], [["/a"]]])(
    "a rendering that started before the change does not bring the old page back: %j",
    async (paths) => {
      const finish = site.holdRendering();
      const earlier = site.cache.get("/a");
      site.cache.drop(paths);
      finish(renderPage("old text"));
      await earlier;
      expect(site.cache.has("/a")).toBe(false);
      site.render = async () => renderPage("new text");
      expect(await getText("/a")).toBe("new text");
      expect(await getText("/a")).toBe("new text");
    },
  );

  test("a refresh that started before a second change does not bring the first version back", async () => {
    await site.get("/a");
    site.cache.drop(["/a"]);
    const finish = site.holdRendering();
    await site.get("/a");
    site.cache.drop(["/a"]);
    finish(renderPage("text of the first change"));
    site.render = async () => renderPage("text of the second");
    await expect.poll(() => getText("/a"), { interval: 1 }).not.toContain("page /a");
    expect(await getText("/a")).toBe("text of the second");
  });

  test("visitors wait only for a rendering that started after the change, even when an older one ends", async () => {
    const finishOld = site.holdRendering();
    const earlier = site.cache.get("/a");
    site.cache.drop("all");
    const finishNew = site.holdRendering();
    const later = [site.cache.get("/a"), site.cache.get("/a")];
    finishOld(renderPage("old text"));
    await earlier;
    later.push(site.cache.get("/a"));
    finishNew(renderPage("new text"));
    for (const page of await Promise.all(later)) expect(await page.text()).toBe("new text");
    expect(site.rendered).toEqual(["/a", "/a"]);
    expect(await getText("/a")).toBe("new text");
  });

  test("a page that was rendered from outdated content, without the database, is kept for a second", async () => {
    site.render = async () => {
      site.staleReads += 1;
      return renderPage("last known text");
    };
    await site.get("/a");
    site.render = async () => renderPage("new text");
    expect(await site.get("/a")).toMatchObject({ fromMemory: true });
    vi.advanceTimersByTime(1_000);
    expect(await site.get("/a")).toMatchObject({
      fromMemory: false,
      body: Buffer.from("new text"),
    });
    vi.advanceTimersByTime(1_000);
    expect(await site.get("/a")).toMatchObject({ fromMemory: true });
  });
});
