import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { consumeCode } from "#app/features/auth/codes.server.ts";
import {
  createLink,
  findLink,
  needsFirstSuperadmin,
  redeemLink,
} from "#app/features/auth/links.server.ts";
import { hashPassword, verifyPassword } from "#app/features/auth/password.server.ts";
import {
  consumePasswordAttempt,
  formatAttemptsKey,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from "#app/features/auth/password-attempts.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { openTestDatabase } from "../factories.ts";

const start = new Date("2026-03-01T12:00:00Z");
const afterStart = (ms: number) => new Date(start.getTime() + ms);
let context: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const pool = () => context.db.$client;
const startContext = () => ({ db: context.db, now: start, httpRequestId: "test" });

async function makePerson(email = `${randomUUID()}@example.com`): Promise<string> {
  const token = await createLink(context.db, {
    purpose: "invite",
    email,
    role: "staff",
    createdBy: "test",
    now: start,
  });
  expect(
    await redeemLink(startContext(), {
      token,
      email,
      name: "Somebody",
      password: "a long password",
      brand: "Brand",
    }),
  ).toMatchObject({ ok: true });
  const { rows } = await pool().query<{ id: string }>(
    "select id from staff_users where email = $1",
    [email],
  );
  return rows[0]?.id ?? "";
}

describe("wrong passwords", () => {
  test("of a thousand in a quarter of an hour, ten at most are evaluated", async () => {
    const key = formatAttemptsKey("account", "attacked@example.com");
    let evaluated = 0;
    for (let attempt = 0; attempt < 1_000; attempt++) {
      if (
        (await consumePasswordAttempt(context.db, {
          key,
          now: afterStart(attempt * 0.9 * SECOND_MS),
        })) === null
      )
        evaluated += 1;
    }
    expect(evaluated).toBeGreaterThanOrEqual(5);
    expect(evaluated).toBeLessThanOrEqual(10);
  });

  test("at the same moment do not pass together", async () => {
    const key = formatAttemptsKey("account", "burst@example.com");
    const results = await Promise.all(
      Array.from({ length: 200 }, () => consumePasswordAttempt(context.db, { key, now: start })),
    );
    expect(results.filter((result) => result === null)).toHaveLength(5);
  });

  test("that the server was too busy to check do not count, and can be retried at once", async () => {
    const key = formatAttemptsKey("account", "turned-away@example.com");
    for (let attempt = 0; attempt < 50; attempt++) {
      expect(await consumePasswordAttempt(context.db, { key, now: start })).toBeNull();
      await refundPasswordAttempt(context.db, { key, now: start });
    }
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await consumePasswordAttempt(context.db, { key, now: start })).toBeNull();
    expect(
      await consumePasswordAttempt(context.db, { key, now: afterStart(MINUTE_MS) }),
    ).toBeNull();
    await refundPasswordAttempt(context.db, { key, now: afterStart(MINUTE_MS) });
    expect(
      await consumePasswordAttempt(context.db, { key, now: afterStart(MINUTE_MS) }),
    ).toBeNull();
    expect(await consumePasswordAttempt(context.db, { key, now: afterStart(MINUTE_MS) })).toEqual(
      afterStart(3 * MINUTE_MS),
    );
  });

  test("no longer count after the right one, and after a day", async () => {
    const key = formatAttemptsKey("account", "forgetful@example.com");
    for (let attempt = 0; attempt < 6; attempt++)
      await consumePasswordAttempt(context.db, { key, now: start });
    expect(await consumePasswordAttempt(context.db, { key, now: afterStart(SECOND_MS) })).toEqual(
      afterStart(MINUTE_MS),
    );
    await resetPasswordAttempts(context.db, [key]);
    expect(
      await consumePasswordAttempt(context.db, { key, now: afterStart(SECOND_MS) }),
    ).toBeNull();
    for (let attempt = 0; attempt < 6; attempt++)
      await consumePasswordAttempt(context.db, { key, now: afterStart(SECOND_MS) });
    const nextDay = afterStart(25 * 60 * MINUTE_MS);
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await consumePasswordAttempt(context.db, { key, now: nextDay })).toBeNull();
  });
});

describe("codes", () => {
  test("work once, also at the same moment", async () => {
    const userId = await makePerson();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        consumeCode({ db: context.db }, { userId, code: "123456", now: start }),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test("are refused after a hundred wrong ones in a row", async () => {
    const userId = await makePerson();
    let accepted = 0;
    for (let code = 0; code < 150; code++)
      if (
        await consumeCode(
          { db: context.db },
          { userId, code: String(code).padStart(6, "0"), now: start },
        )
      )
        accepted += 1;
    expect(accepted).toBe(100);
  });
});

describe("one-time links", () => {
  test("work once and for an hour, and an older one for the same person stops working", async () => {
    const email = "linked@example.com";
    const options = {
      purpose: "invite",
      email,
      role: "staff",
      createdBy: "test",
      now: start,
    } as const;
    const olderToken = await createLink(context.db, options);
    const token = await createLink(context.db, options);
    expect(await findLink(context.db, { token: olderToken, now: start })).toBeNull();
    expect(await findLink(context.db, { token, now: afterStart(61 * MINUTE_MS) })).toBeNull();
    const person = {
      email,
      name: "Linked",
      password: "a long password",
      brand: "Brand",
    };
    const results = await Promise.all(
      [1, 2, 3].map(() => redeemLink(startContext(), { ...person, token })),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    const { rows } = await pool().query(
      "select action from audit_log where action = 'join' and entity_id = (select id::text from staff_users where email = $1)",
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test("for the first superadmin work only while there is none", async () => {
    expect(await needsFirstSuperadmin(context.db)).toBe(true);
    const linkOptions = {
      purpose: "first",
      email: null,
      role: "superadmin",
      createdBy: "start",
      now: start,
    } as const;
    const token = await createLink(context.db, linkOptions);
    const person = {
      name: "First",
      password: "a long password",
      brand: "Brand",
    };
    expect(
      await redeemLink(startContext(), { ...person, token, email: "first@example.com" }),
    ).toMatchObject({ ok: true });
    const secondToken = await createLink(context.db, linkOptions);
    expect(
      await redeemLink(startContext(), {
        ...person,
        token: secondToken,
        email: "second@example.com",
      }),
    ).toEqual({ ok: false, reason: "link" });
  });
});

test("a password is stored as argon2id, and its letters compare equal in every Unicode form", async () => {
  const hash = await hashPassword("Crème brûlée am Abend");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await verifyPassword({ hash, password: "Crème brûlée am Abend".normalize("NFD") })).toBe(
    true,
  );
  expect(await verifyPassword({ hash, password: "creme brulee am abend" })).toBe(false);
  expect(await verifyPassword({ hash: "", password: "" })).toBe(false);
});
