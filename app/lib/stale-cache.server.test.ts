import { expect, test } from "vitest";
import { countStaleReads, staleCache } from "./stale-cache.server.ts";

const down = () => Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));

test("while the database is down the last value is used, and what was made of it counts as stale", async () => {
  let read: () => Promise<string> = async () => "first";
  const cache = staleCache(() => read());
  const before = countStaleReads();
  expect(await cache.get()).toBe("first");
  expect(countStaleReads()).toBe(before);
  read = down;
  cache.drop();
  expect(await cache.get()).toBe("first");
  expect(countStaleReads()).toBe(before + 1);
  read = async () => "second";
  expect(await cache.get()).toBe("second");
  expect(countStaleReads()).toBe(before + 1);
});

test("a page that goes on without a list that was never read counts as stale, too", async () => {
  const before = countStaleReads();
  await expect(staleCache(down).get()).rejects.toThrow("refused");
  expect(countStaleReads()).toBe(before + 1);
});
