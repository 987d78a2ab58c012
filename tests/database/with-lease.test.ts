import { randomUUID } from "node:crypto";
import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { generationJobs } from "#app/db/tables/ai.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { LEASE_IS_FREE, type Lease, withLease } from "#app/db/with-lease.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { openTestDatabase } from "../factories.ts";

const LEASE_MS = 30_000;

const claimOldest = sqlStatement({
  params: { now: t.instant(), until: t.instant() },
  row: { id: t.uuid(), leaseUntil: t.instant() },
  sql: `
    update generation_jobs set state = 'running', lease_until = :until where id = (
      select id from generation_jobs
      where state in ('waiting', 'running') and ${LEASE_IS_FREE}
      order by created_at limit 1 for update skip locked
    )
    returning id, lease_until as "leaseUntil"`,
});

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let clock: Date;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  clock = new Date("2026-03-01T12:00:00Z");
  await context.owner.delete(generationJobs);
});

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

async function addJob(): Promise<string> {
  const id = randomUUID();
  await context.db.insert(generationJobs).values({
    id,
    kind: "quiz",
    input: {},
    generator: "built-in",
    stage: "",
    createdAt: clock,
  });
  return id;
}

const getJob = async (id: string) =>
  (await context.db.select().from(generationJobs).where(eq(generationJobs.id, id)))[0];

const claim = () =>
  claimOldest.first(context.db, { now: clock, until: new Date(clock.getTime() + LEASE_MS) });

async function requireClaim() {
  const row = await claim();
  if (!row) throw new Error("nothing to claim");
  return row;
}

type JobLease = Lease<typeof generationJobs>;

const runWithLease = <R>(
  row: { id: string; leaseUntil: Date },
  run: (lease: JobLease) => Promise<R>,
  options: { heartbeatMs?: number; signal?: AbortSignal } = {},
): Promise<R> =>
  withLease(
    {
      ...options,
      db: context.db,
      now: () => clock,
      table: generationJobs,
      isOpen: eq(generationJobs.state, "running"),
      leaseMs: LEASE_MS,
    },
    row,
    run,
  );

describe("a claimed row", () => {
  test("has one worker, whose result ends the lease", async () => {
    const id = await addJob();
    const row = await requireClaim();
    expect(await claim()).toBeUndefined();
    expect(await runWithLease(row, (lease) => lease.end(context.db, { state: "done" }))).toBe(true);
    expect(await getJob(id)).toMatchObject({ state: "done", leaseUntil: null });
  });

  test("stays claimed beyond its first lease as long as the worker renews it", async () => {
    const id = await addJob();
    const row = await requireClaim();
    await runWithLease(row, async (lease) => {
      for (let step = 1; step <= 3; step++) {
        advanceClock(LEASE_MS - 1);
        expect(await lease.renew(context.db, { done: step })).toBe(true);
        expect(await claim()).toBeUndefined();
      }
      await lease.end(context.db, { state: "done" });
    });
    expect(await getJob(id)).toMatchObject({ state: "done", done: 3 });
  });

  test("is rescheduled for the time that the worker sets", async () => {
    await addJob();
    const retryAt = new Date(clock.getTime() + 5_000);
    await runWithLease(await requireClaim(), (lease) =>
      lease.end(context.db, { state: "waiting", leaseUntil: retryAt }),
    );
    expect(await claim()).toBeUndefined();
    advanceClock(5_000);
    expect(await claim()).toBeDefined();
  });

  test("is claimed again after its lease if the work failed", async () => {
    const id = await addJob();
    const failed = runWithLease(await requireClaim(), () => Promise.reject(new Error("broken")));
    await expect(failed).rejects.toThrow("broken");
    expect(await claim()).toBeUndefined();
    advanceClock(LEASE_MS);
    expect((await requireClaim()).id).toBe(id);
  });

  test("keeps its state if the transaction of the result rolls back", async () => {
    const id = await addJob();
    const rolledBack = runWithLease(await requireClaim(), (lease) =>
      withTransaction(context.db, async (tx) => {
        await lease.end(tx, { state: "done" });
        throw new Error("rolled back");
      }),
    );
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await getJob(id)).toMatchObject({ state: "running" });
  });
});

describe("an expired lease", () => {
  test("lets another worker claim the row; the late one can write neither progress nor its result", async () => {
    const id = await addJob();
    await runWithLease(await requireClaim(), async (lateLease) => {
      advanceClock(LEASE_MS);
      const newRow = await requireClaim();
      expect(newRow.id).toBe(id);
      expect(lateLease.signal.aborted).toBe(false);
      expect(await lateLease.renew(context.db, { stage: "late" })).toBe(false);
      expect(lateLease.signal.aborted).toBe(true);
      expect(await lateLease.end(context.db, { state: "failed", error: "late" })).toBe(false);
      expect(await getJob(id)).toMatchObject({ state: "running", stage: "", error: null });
      await runWithLease(newRow, (lease) => lease.end(context.db, { state: "done" }));
      expect(await lateLease.end(context.db, { state: "failed", error: "late" })).toBe(false);
    });
    expect(await getJob(id)).toMatchObject({ state: "done", error: null });
  });

  test("differs from another worker's lease even if the clock does not advance", async () => {
    await addJob();
    await runWithLease(await requireClaim(), async (lateLease) => {
      expect(await lateLease.renew(context.db)).toBe(true);
      await context.db
        .update(generationJobs)
        .set({ leaseUntil: new Date(clock.getTime() + LEASE_MS) });
      expect(await lateLease.renew(context.db)).toBe(false);
    });
  });

  test("is still valid while no other worker has claimed the row", async () => {
    const id = await addJob();
    await runWithLease(await requireClaim(), async (lease) => {
      advanceClock(10 * LEASE_MS);
      expect(await lease.end(context.db, { state: "done" })).toBe(true);
    });
    expect(await getJob(id)).toMatchObject({ state: "done" });
  });
});

test("a row that was cancelled meanwhile accepts no result", async () => {
  const id = await addJob();
  await runWithLease(await requireClaim(), async (lease) => {
    await context.db.update(generationJobs).set({ state: "cancelled" });
    expect(await lease.end(context.db, { state: "done" })).toBe(false);
  });
  expect(await getJob(id)).toMatchObject({ state: "cancelled" });
});

test("the heartbeat renews the lease, and notices that it was lost", async () => {
  await addJob();
  const row = await requireClaim();
  advanceClock(1_000);
  const heartbeats = { heartbeatMs: 5 };
  const whenLost = (lease: JobLease) =>
    new Promise<void>((resolve) => {
      lease.signal.addEventListener("abort", () => resolve());
    });
  await runWithLease(
    row,
    async (lease) => {
      await expect.poll(async () => (await getJob(row.id))?.leaseUntil).not.toEqual(row.leaseUntil);
      const loss = whenLost(lease);
      await context.db.update(generationJobs).set({ leaseUntil: null });
      await loss;
    },
    heartbeats,
  );
  const released = context.db
    .select()
    .from(generationJobs)
    .where(isNull(generationJobs.leaseUntil));
  expect(await released).toHaveLength(1);
});

test("the signal ends the work when the process stops, and the row can be released", async () => {
  const id = await addJob();
  const controller = new AbortController();
  await runWithLease(
    await requireClaim(),
    async (lease) => {
      controller.abort();
      expect(lease.signal.aborted).toBe(true);
      expect(await lease.end(context.db, { state: "waiting" })).toBe(true);
    },
    { signal: controller.signal },
  );
  expect((await requireClaim()).id).toBe(id);
});
