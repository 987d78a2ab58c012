import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createHashQueue, HashQueueFullError } from "./hash-queue.server.ts";

test("rejects a flood of passwords from unknown callers without delaying known ones", async () => {
  const { enqueue, runAsKnownCaller } = createHashQueue();
  const order: string[] = [];
  let most = 0;
  let running = 0;
  const work = (who: string) => async () => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    order.push(who);
    running -= 1;
  };
  const flood = Array.from({ length: 100 }, () => enqueue(work("unknown caller")));
  const known = Array.from({ length: 3 }, () => runAsKnownCaller(() => enqueue(work("known"))));
  const [outcomes] = await Promise.all([Promise.allSettled(flood), ...known]);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // One runs and twenty wait; the other slot is reserved for known callers.
  expect(refused).toHaveLength(79);
  expect(refused.every(({ reason }) => reason instanceof HashQueueFullError)).toBe(true);
  expect(order.slice(0, 5).filter((who) => who === "known")).toHaveLength(3);
  expect(order).toHaveLength(24);
  expect(most).toBe(2);
  await expect(enqueue(async () => "free again")).resolves.toBe("free again");
});
