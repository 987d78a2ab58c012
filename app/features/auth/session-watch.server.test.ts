import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHECK_EVERY_MS, createSessionWatch } from "./session-watch.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("starts no second query for a stream that opens while the previous query is running", async () => {
  const answers: (() => void)[] = [];
  const query = vi.fn(
    () =>
      new Promise((resolve) =>
        answers.push(() => resolve({ rows: [{ id: "second", role: "staff" }] })),
      ),
  );
  const { watch } = createSessionWatch({
    db: { $client: { query } } as unknown as Parameters<typeof createSessionWatch>[0]["db"],
    now: () => new Date(),
  });
  const open = (sessionId: string) =>
    watch({ userId: sessionId, sessionId, role: "staff", end: () => {} });
  const closeFirst = open("first");
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS);
  closeFirst();
  const closeSecond = open("second");
  for (const answer of answers) answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS);
  expect(query).toHaveBeenCalledTimes(2);
  closeSecond();
  answers.at(-1)?.();
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS);
  expect([vi.getTimerCount(), query.mock.calls.length]).toEqual([0, 2]);
});
