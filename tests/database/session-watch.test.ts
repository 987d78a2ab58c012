import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { StaffRole } from "#app/features/auth/constants.ts";
import {
  CHECK_EVERY_MS,
  createSessionWatch,
  STREAMS_PER_PERSON,
} from "#app/features/auth/session-watch.server.ts";
import { openTestDatabase } from "../factories.ts";

const WAIT = { timeout: 10_000, interval: 10 };
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let clock = new Date();
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

async function makeSession(role: StaffRole = "staff") {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const pool = context.db.$client;
  await pool.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1::uuid, 'Live', $1::text, now(), now())",
    [userId],
  );
  await pool.query(
    "insert into admin_users (user_id, role, is_active, created_at) values ($1, $2, true, now())",
    [userId, role],
  );
  await pool.query(
    "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1::uuid, $1::text, $2, now() + interval '1 hour', now(), now())",
    [sessionId, userId],
  );
  return { userId, sessionId };
}

const createWatch = () => createSessionWatch({ db: context.db, now: () => clock, everyMs: 20 });

test("sessions are checked often enough for a stream to end within a second", () => {
  expect(CHECK_EVERY_MS).toBeLessThanOrEqual(500);
});

test.each<[string, (session: { userId: string; sessionId: string }) => Promise<unknown>]>([
  [
    "a sign-out",
    ({ sessionId }) =>
      context.db.$client.query("delete from staff_sessions where id = $1", [sessionId]),
  ],
  [
    "a lower role",
    ({ userId }) =>
      context.db.$client.query("update admin_users set role = 'reviewer' where user_id = $1", [
        userId,
      ]),
  ],
  [
    "a disabled account",
    ({ userId }) =>
      context.db.$client.query("update admin_users set is_active = false where user_id = $1", [
        userId,
      ]),
  ],
  [
    "the session's own end",
    ({ sessionId }) =>
      context.db.$client.query(
        "update staff_sessions set expires_at = now() - interval '1 second' where id = $1",
        [sessionId],
      ),
  ],
])("%s ends the streams of that session, and no others", async (_, change) => {
  const watch = createWatch();
  const [leaving, staying] = [await makeSession(), await makeSession()];
  const endings: [string, string][] = [];
  const unwatchers = [leaving, leaving, staying].map((session, index) =>
    watch.watch({
      ...session,
      role: "staff",
      end: (reason) => endings.push([`stream ${index}`, reason]),
    }),
  );
  await change(leaving);
  clock = new Date();
  await vi.waitFor(() => expect(endings).toHaveLength(2), WAIT);
  expect(endings).toEqual([
    ["stream 0", "ended"],
    ["stream 1", "ended"],
  ]);
  for (const unwatch of unwatchers) unwatch();
});

test("the seventh stream of a person ends the oldest, and nobody else's", async () => {
  const watch = createWatch();
  const [session, otherSession] = [await makeSession(), await makeSession()];
  const endings: string[] = [];
  const open = (name: string, { userId, sessionId } = session) =>
    watch.watch({
      userId,
      sessionId,
      role: "staff",
      end: (reason) => endings.push(`${name} ${reason}`),
    });
  const unwatchers = [
    open("other", otherSession),
    ...Array.from({ length: STREAMS_PER_PERSON }, (_, index) => open(`stream ${index + 1}`)),
  ];
  expect(endings).toEqual([]);
  unwatchers.push(open("stream 7"));
  expect(endings).toEqual(["stream 1 replaced"]);
  unwatchers[2]?.();
  unwatchers.push(open("stream 8"));
  expect(endings).toEqual(["stream 1 replaced"]);
  for (const unwatch of unwatchers) unwatch();
});

test("a query without a response does not stop the watch", async () => {
  const { $client } = context.db;
  let checks = 0;
  const query = ((options: string) => {
    checks += 1;
    return $client.query(options);
  }) as typeof $client.query;
  const watch = createSessionWatch({
    db: { $client: { query } as unknown as typeof $client },
    now: () => clock,
    everyMs: 20,
    timeoutMs: 50,
  });
  const session = await makeSession();
  const endings: string[] = [];
  const holder = await context.owner.$client.connect();
  await holder.query("begin");
  await holder.query("lock table staff_sessions");
  const unwatch = watch.watch({ ...session, role: "staff", end: (reason) => endings.push(reason) });
  // Well before the database cancels the statement, after 10 seconds.
  await vi.waitFor(() => expect(checks).toBeGreaterThanOrEqual(3), {
    timeout: 5_000,
    interval: 10,
  });
  await holder.query("delete from staff_sessions where id = $1", [session.sessionId]);
  await holder.query("commit");
  holder.release();
  await vi.waitFor(() => expect(endings).toEqual(["ended"]), WAIT);
  unwatch();
});
