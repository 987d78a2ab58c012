import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { StaffRole } from "#app/features/staff/constants.ts";
import { createSessionWatch, STREAMS_PER_PERSON } from "#app/features/staff/session-watch.server.ts";
import { openTestDatabase } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let clock = new Date();
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

async function makeSession(role: StaffRole = "staff") {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const pool = context.db.$client;
  await pool.query("insert into staff_users (id, name, email, created_at, updated_at) values ($1::uuid, 'Live', $1::text, now(), now())", [userId]);
  await pool.query("insert into admin_users (user_id, role, is_active, created_at) values ($1, $2, true, now())", [userId, role]);
  await pool.query("insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1::uuid, $1::text, $2, now() + interval '1 hour', now(), now())", [
    sessionId,
    userId,
  ]);
  return { userId, sessionId };
}

const createWatch = () => createSessionWatch({ pool: context.db.$client, now: () => clock });

test.each<[string, (who: { userId: string; sessionId: string }) => Promise<unknown>]>([
  ["a sign-out", ({ sessionId }) => context.db.$client.query("delete from staff_sessions where id = $1", [sessionId])],
  ["a lower role", ({ userId }) => context.db.$client.query("update admin_users set role = 'reviewer' where user_id = $1", [userId])],
  ["a disabled account", ({ userId }) => context.db.$client.query("update admin_users set is_active = false where user_id = $1", [userId])],
  ["the session's own end", ({ sessionId }) => context.db.$client.query("update staff_sessions set expires_at = now() - interval '1 second' where id = $1", [sessionId])],
])("%s ends the streams of that session within a second, and no others", async (_, change) => {
  const watch = createWatch();
  const [leaving, staying] = [await makeSession(), await makeSession()];
  const ends: [string, string, number][] = [];
  const unwatch = [leaving, leaving, staying].map((who, place) => watch.watch({ ...who, role: "staff", end: (why) => ends.push([`stream ${place}`, why, performance.now()]) }));
  await change(leaving);
  clock = new Date();
  const changed = performance.now();
  await vi.waitFor(() => expect(ends).toHaveLength(2), { timeout: 3_000, interval: 10 });
  expect(ends.map(([stream, why]) => [stream, why])).toEqual([
    ["stream 0", "ended"],
    ["stream 1", "ended"],
  ]);
  expect(Math.max(...ends.map(([, , at]) => at)) - changed).toBeLessThan(1_000);
  for (const stop of unwatch) stop();
});

test("the seventh stream of a person ends the oldest, and nobody else's", async () => {
  const watch = createWatch();
  const [who, other] = [await makeSession(), await makeSession()];
  const ends: string[] = [];
  const open = (name: string, { userId, sessionId } = who) => watch.watch({ userId, sessionId, role: "staff", end: (why) => ends.push(`${name} ${why}`) });
  const stops = [open("other", other), ...Array.from({ length: STREAMS_PER_PERSON }, (_, place) => open(`stream ${place + 1}`))];
  expect(ends).toEqual([]);
  stops.push(open("stream 7"));
  expect(ends).toEqual(["stream 1 replaced"]);
  stops[2]?.();
  stops.push(open("stream 8"));
  expect(ends).toEqual(["stream 1 replaced"]);
  for (const stop of stops) stop();
});
