import { expect, test, vi } from "vitest";
import { createSearchCounts } from "./search-counts.server.ts";

const search = (q: string, userId = "ana") => ({
  filters: { q, status: "all" as const, view: "all" as const },
  userId,
});

test("counts in the background, one search at a time, and once a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let running = 0;
  const asked: string[] = [];
  const counts = createSearchCounts({
    async count({ filters, userId }) {
      expect(++running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (filters.q === "broken") throw new Error("The database is away.");
      return asked.push(`${filters.q} ${userId}`);
    },
    log: { warn() {} },
  });
  expect(counts.get(search("broken"))).toBeNull();
  expect(counts.get(search("water"))).toBeNull();
  expect(counts.get(search("water"))).toBeNull();
  expect(counts.get(search("water", "ben"))).toBeNull();
  await vi.waitFor(() => expect(counts.get(search("water", "ben"))).toBe(2));
  expect(counts.get(search("water"))).toBe(1);
  expect(asked).toEqual(["water ana", "water ben"]);
  vi.advanceTimersByTime(60_000);
  expect(counts.get(search("water"))).toBe(1);
  await vi.waitFor(() => expect(counts.get(search("water"))).toBe(3));
  vi.useRealTimers();
});
