import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageWarmer } from "./page-warmer.ts";

let warm: Set<string>;
let rendered: string[];
let counts: number[];
const warmPages = () =>
  createPageWarmer({
    list: async () => ["/a", "/b", "/c"],
    isWarm: (path) => warm.has(path),
    async render(path) {
      rendered.push(path);
      warm.add(path);
    },
    onWarm: ({ pages }) => counts.push(pages),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [warm, rendered, counts] = [new Set(), [], []];
});
afterEach(() => void vi.useRealTimers());

test("renders what is not in memory, and nothing else", async () => {
  warm.add("/b");
  void warmPages()(0);
  await vi.runAllTimersAsync();
  expect(rendered).toEqual(["/a", "/c"]);
  expect(counts).toEqual([3]);
});

test("waits until a series of changes has ended", async () => {
  const start = warmPages();
  for (let change = 0; change < 3; change++) {
    void start(1_000);
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(rendered).toEqual([]);
  await vi.runAllTimersAsync();
  expect(rendered).toEqual(["/a", "/b", "/c"]);
  expect(counts).toEqual([3]);
});

test("a change during a run starts another one, which renders what is left", async () => {
  const start = warmPages();
  void start(0);
  await vi.advanceTimersByTimeAsync(0);
  warm.delete("/a");
  void start(1_000);
  await vi.runAllTimersAsync();
  expect(rendered).toEqual(["/a", "/a", "/b", "/c"]);
  expect(counts).toEqual([3]);
});
