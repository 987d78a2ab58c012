import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { AdvisoryLock } from "#app/lib/advisory-locks.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { openTestDatabase } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

test("more locked jobs than the pool has connections still get the connections for their work", async () => {
  const pool = context.db.$client;
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      withSessionLock(context.db, (1_000 + index) as AdvisoryLock, async (isHeld) => {
        await pool.query("select pg_sleep(0.01)");
        return isHeld();
      }),
    ),
  );
  expect(results).toEqual(Array.from({ length: 20 }, () => true));
});

test("a lock that another process holds is refused, and one whose work failed is free again", async () => {
  const { db, owner } = context;
  const key = 2_000 as AdvisoryLock;
  const result = await withSessionLock(owner, key, () =>
    withSessionLock(db, key, async () => "both"),
  );
  expect(result).toBeNull();
  await expect(withSessionLock(db, key, () => Promise.reject(new Error("failed")))).rejects.toThrow(
    "failed",
  );
  expect(await withSessionLock(owner, key, async () => "free")).toBe("free");
});
