import { randomUUID } from "node:crypto";
import { symmetricEncrypt } from "better-auth/crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type AppContext,
  appContext,
  type RequestInfo,
  requestInfoContext,
} from "#app/app-context.ts";
import { createAuth } from "#app/features/auth/auth.server.ts";
import { confirmPassword } from "#app/features/auth/confirm-password.server.ts";
import { SIGN_IN_BUSY } from "#app/features/auth/constants.ts";
import { createLink, redeemLink } from "#app/features/auth/links.server.ts";
import { changePassword } from "#app/features/auth/mutations.server.ts";
import { hashPassword, runAsKnownCaller } from "#app/features/auth/password.server.ts";
import { PASSWORD_REFUSALS } from "#app/features/auth/password-choice.server.ts";
import {
  confirmFactor,
  removeFactor,
  startFactor,
} from "#app/features/auth/second-factor.server.ts";
import { signIn, verifyCode } from "#app/features/auth/sign-in.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import type { SecurityLog } from "#app/lib/security-log.server.ts";
import { action as join } from "#app/routes/backyard/join.tsx";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { testDataDir } from "../setup/database.ts";
import { computeTotp } from "../staff.ts";

const SECRET = "a secret of thirty-two characters";
const PASSWORD = "correct horse battery";
let context: Awaited<ReturnType<typeof openTestDatabase>>;
/** Security events, newest last. */
const noted: Parameters<SecurityLog["record"]>[] = [];
let services: Parameters<typeof signIn>[0];
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  const settings = { get: async () => siteSettings } as Parameters<typeof signIn>[0]["settings"];
  const auth = createAuth({ db: context.db, baseUrl: "http://localhost:3000", secret: SECRET });
  const env = parseEnv({ DATA_DIR: testDataDir(`passwords-${randomUUID().slice(0, 8)}`) });
  services = {
    db: context.db,
    auth,
    env,
    log: createLogger("silent"),
    now: () => new Date(),
    security: { record: (...event) => noted.push(event) },
    settings,
  };
});
afterAll(() => context.close());

const caller = { address: "203.0.113.9", userAgent: "test" };
const requestWith = (cookie = "") =>
  new Request("http://localhost:3000/backyard", { headers: { Cookie: cookie } });
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const redeem = (values: { token: string; email: string; name: string; password: string }) =>
  redeemLink(
    { db: context.db, now: new Date(), httpRequestId: "r" },
    { ...values, brand: siteSettings.brand },
  );
/** The context of an action of this person. */
const actAs = ({ userId }: { userId: string }, app = services) => ({
  ...app,
  actor: userId,
  now: app.now(),
  httpRequestId: "r",
});

/** A person who signs in with a password; with a second factor a code is asked for after it. */
async function makePerson({ hasFactor = false } = {}) {
  const email = `${randomUUID()}@example.com`;
  const now = new Date();
  const token = await createLink(context.db, {
    purpose: "invite",
    email,
    role: "staff",
    createdBy: "test",
    now,
  });
  await redeem({ token, email, name: "Somebody", password: PASSWORD });
  const [row] = await queryRows<{ id: string }>(
    context.db,
    "select id from staff_users where email = $1",
    [email],
  );
  const userId = row?.id ?? "";
  if (hasFactor) {
    await context.db.$client.query(
      "update staff_users set two_factor_enabled = true where id = $1",
      [userId],
    );
    await context.db.$client.query(
      "insert into staff_two_factors (id, user_id, secret, backup_codes) values (gen_random_uuid(), $1, 'secret', '[]')",
      [userId],
    );
  }
  return { email, userId };
}

const enter = (email: string, password = PASSWORD) =>
  signIn(services, { request: requestWith(), caller, email, password });
const challenges = (userId: string) =>
  queryRows(context.db, "select 1 from staff_verifications where value = $1", [userId]);

test("refuses a new password that is common or contains the site's name, and says why, by link and in the account", async () => {
  const { email, userId } = await makePerson();
  const change = (next: string) =>
    changePassword(actAs({ userId }), {
      sessionId: randomUUID(),
      address: caller.address,
      email,
      current: PASSWORD,
      next,
    });
  expect(await change("Password2024")).toEqual({
    ok: false,
    reason: "choice",
    message: PASSWORD_REFUSALS.common,
  });
  expect(await change("my Helpline is fine")).toEqual({
    ok: false,
    reason: "choice",
    message: PASSWORD_REFUSALS.personal,
  });
  const now = new Date();
  const token = await createLink(context.db, {
    purpose: "reset",
    email,
    role: "staff",
    createdBy: "test",
    now,
  });
  const choose = (password: string) => redeem({ token, email, name: "-", password });
  expect(await choose("qwerty123456789")).toEqual({
    ok: false,
    reason: "password",
    message: PASSWORD_REFUSALS.common,
  });
  expect((await enter(email)).ok).toBe(true);
  // The link is still good for a better one.
  expect(await choose("a kettle that sings")).toMatchObject({ ok: true });
});

test("a new password ends sign-ins that wait for their code, by link and in the account", async () => {
  const { email, userId } = await makePerson({ hasFactor: true });
  const waiting = async () => {
    const first = await enter(email);
    expect(first).toMatchObject({ ok: true, step: "code" });
    expect(await challenges(userId)).toHaveLength(1);
    return cookiesOf(first.headers);
  };
  const stolen = await waiting();
  const next = "a kettle that sings";
  expect(
    await changePassword(actAs({ userId }), {
      sessionId: randomUUID(),
      address: caller.address,
      email,
      current: PASSWORD,
      next,
    }),
  ).toEqual({ ok: true });
  expect(await challenges(userId)).toEqual([]);
  expect(
    (
      await verifyCode(services, {
        request: requestWith(stolen),
        caller,
        code: "123456",
        recovery: false,
      })
    ).ok,
  ).toBe(false);
  expect(await enter(email, next)).toMatchObject({ ok: true, step: "code" });
  const token = await createLink(context.db, {
    purpose: "reset",
    email,
    role: "staff",
    createdBy: "test",
    now: new Date(),
  });
  await redeem({ token, email, name: "-", password: PASSWORD });
  expect(await challenges(userId)).toEqual([]);
});

test("a session stores when its password was typed", async () => {
  const { email, userId } = await makePerson();
  const before = Date.now();
  await enter(email);
  const [session] = await queryRows<{ password_at: Date }>(
    context.db,
    "select password_at from staff_sessions where user_id = $1",
    [userId],
  );
  expect(session?.password_at.getTime()).toBeGreaterThanOrEqual(before);
});

test("signing in again starts a new session and ends the one this browser had, even another person's; others stay open", async () => {
  const { email, userId } = await makePerson();
  const other = await makePerson();
  const tokens = () =>
    queryRows<{ token: string }>(
      context.db,
      "select token from staff_sessions where user_id = any($1)",
      [[userId, other.userId]],
    );
  await enter(email);
  const [elsewhere] = await tokens();
  const { headers } = await enter(email);
  expect(await tokens()).toHaveLength(2);
  const again = await signIn(services, {
    request: requestWith(cookiesOf(headers)),
    caller,
    email: other.email,
    password: PASSWORD,
  });
  expect(again.ok).toBe(true);
  expect(
    await queryRows(context.db, "select token from staff_sessions where user_id = $1", [userId]),
  ).toEqual([elsewhere]);
  expect(
    await queryRows(context.db, "select 1 from staff_sessions where user_id = $1", [other.userId]),
  ).toHaveLength(1);
});

test("behind https every cookie of a sign-in is __Host-, Secure and HttpOnly", async () => {
  const { email } = await makePerson();
  const baseUrl = "https://henry.example";
  const behindHttps = {
    ...services,
    env: { ...services.env, PUBLIC_URL: baseUrl },
    auth: createAuth({ db: context.db, baseUrl, secret: SECRET }),
  };
  const { headers } = await signIn(behindHttps, {
    request: new Request(`${baseUrl}/backyard`),
    caller,
    email,
    password: PASSWORD,
  });
  const cookies = headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual([
    "__Host-device",
    "__Host-session",
  ]);
  for (const cookie of cookies)
    for (const attribute of ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"])
      expect(cookie).toMatch(new RegExp(`; ${attribute}(;|$)`, "i"));
});

describe("recovery codes", () => {
  const storedCodes = async (userId: string) =>
    (
      await queryRows<{ codes: string }>(
        context.db,
        "select backup_codes as codes from staff_two_factors where user_id = $1",
        [userId],
      )
    )[0]?.codes ?? "";
  const lines: object[] = [];
  const log = Object.assign(createLogger("silent"), {
    info: (line: object) => void lines.push(line),
  });
  const recover = async (email: string, code: string) => {
    const { headers } = await enter(email);
    return (
      await verifyCode(
        { ...services, log },
        { request: requestWith(cookiesOf(headers)), caller, code, recovery: true },
      )
    ).ok;
  };

  test("are stored as hashes and work once each; a stored hash does not work as a code", async () => {
    const { email, userId } = await makePerson();
    const { headers } = await enter(email);
    const started = await startFactor(actAs({ userId }), {
      sessionId: randomUUID(),
      password: PASSWORD,
      request: requestWith(cookiesOf(headers)),
      address: caller.address,
    });
    if (!started.ok) throw new Error(started.reason);
    const [first = "", second = ""] = started.recoveryCodes;
    expect(first).toMatch(/^\w{5}-\w{5}$/);
    expect(await storedCodes(userId)).not.toContain(first);
    const hashes = JSON.parse(await storedCodes(userId)) as string[];
    expect(hashes).toHaveLength(10);
    expect(hashes.every((hash) => /^h1:[\w-]{43}$/.test(hash))).toBe(true);
    await context.db.$client.query(
      "update staff_users set two_factor_enabled = true where id = $1",
      [userId],
    );
    await context.db.$client.query(
      "update staff_two_factors set verified = true where user_id = $1",
      [userId],
    );
    expect(await recover(email, hashes[1] ?? "")).toBe(false);
    expect(await recover(email, first)).toBe(true);
    expect(await recover(email, first)).toBe(false);
    expect(JSON.parse(await storedCodes(userId))).toHaveLength(9);
    expect(lines).toMatchObject([{ staffId: userId, by: "recovery-code" }]);
    expect(await recover(email, ` ${second} `)).toBe(true);
  });

  test("that an older version stored encrypted are hashed at the next start, and work before it too", async () => {
    const { email, userId } = await makePerson({ hasFactor: true });
    const older = await symmetricEncrypt({
      key: SECRET,
      data: JSON.stringify(["aaaaa-11111", "bbbbb-22222"]),
    });
    const keep = (codes: string) =>
      context.db.$client.query(
        "update staff_two_factors set backup_codes = $2 where user_id = $1",
        [userId, codes],
      );
    await keep(older);
    expect(await recover(email, "aaaaa-11111")).toBe(true);
    expect(await storedCodes(userId)).toMatch(/^\["h1:/);
    await keep(older);
    await services.auth.recoveryCodes.hashStored(context.db, services.log);
    expect(JSON.parse(await storedCodes(userId))).toHaveLength(2);
    expect(await storedCodes(userId)).not.toContain("bbbbb");
    expect(await recover(email, "bbbbb-22222")).toBe(true);
  });

  test("that cannot be read stay unchanged, and the start continues", async () => {
    const { userId } = await makePerson({ hasFactor: true });
    await context.db.$client.query(
      "update staff_two_factors set backup_codes = 'ffff' where user_id = $1",
      [userId],
    );
    await services.auth.recoveryCodes.hashStored(context.db, services.log);
    expect(await storedCodes(userId)).toBe("ffff");
  });
});

test("wrong passwords, wrong codes, and locked accounts are security events, with the staff id or the e-mail", async () => {
  const { email, userId } = await makePerson({ hasFactor: true });
  noted.length = 0;
  await enter(email, "not the password");
  await enter("nobody@example.com", "not the password");
  expect(noted).toEqual(
    [email, "nobody@example.com"].map((typed) => [
      "failed-password",
      { email: typed, address: caller.address },
    ]),
  );

  noted.length = 0;
  const { headers } = await enter(email);
  const tryCode = (code: string) =>
    verifyCode(services, {
      request: requestWith(cookiesOf(headers)),
      caller,
      code,
      recovery: true,
    });
  await tryCode("wrong-code1");
  await context.db.$client.query("update admin_users set code_failures = 100 where user_id = $1", [
    userId,
  ]);
  await tryCode("wrong-code2");
  const facts = { staffId: userId, address: caller.address };
  expect(noted).toEqual([
    ["failed-code", facts],
    ["failed-code", facts],
    ["lock", { ...facts, detail: "code" }],
  ]);

  noted.length = 0;
  for (let tries = 0; tries < 6; tries++) await enter("locked@example.com", "not the password");
  expect(noted.at(-1)).toEqual([
    "lock",
    { email: "locked@example.com", address: caller.address, detail: "password" },
  ]);
});

describe("while too many passwords wait to be hashed", () => {
  /**
   * Takes every place of the line for known callers, again and again. @returns how to let it run
   * empty
   */
  function fillLine(): () => Promise<unknown> {
    let isFull = true;
    const keepPlace = async () => {
      while (isFull) await runAsKnownCaller(() => hashPassword("any password"));
    };
    const places = Array.from({ length: 30 }, keepPlace);
    const outcomes = Promise.allSettled(places);
    return () => {
      isFull = false;
      return outcomes;
    };
  }
  const openLink = (email: string) =>
    createLink(context.db, {
      purpose: "reset",
      email,
      role: "staff",
      createdBy: "test",
      now: new Date(),
    });
  const BUSY = { ok: false, reason: "busy" };
  type Hooked = { all: number; run: () => void };

  /**
   * The services, whose database calls `run` and waits once a right password was noted `all` times.
   */
  function withHook({ all, run }: Hooked): typeof services {
    const { promise, resolve } = Promise.withResolvers<void>();
    let right = 0;
    const $client = new Proxy(context.db.$client, {
      get(pool, name) {
        const value: unknown = Reflect.get(pool, name);
        if (typeof value !== "function") return value;
        if (name !== "query") return value.bind(pool);
        return async (query: { text: string }, values: unknown[]) => {
          const result = await pool.query(query, values);
          if (!query.text.startsWith('delete from "staff_password_attempts"')) return result;
          right += 1;
          if (right === all) {
            run();
            resolve();
          }
          await promise;
          return result;
        };
      },
    });
    return { ...services, db: drizzle($client) };
  }

  test("a sign-in, a link and a confirmed password get the busy message, and no attempt or link is used up", async () => {
    const { email, userId } = await makePerson();
    const device = cookiesOf((await enter(email)).headers);
    const token = await openLink(email);
    const who = { sessionId: randomUUID(), address: caller.address };
    const held = new RouterContextProvider();
    held.set(appContext, services as AppContext);
    held.set(requestInfoContext, { caller, requestId: "r" } as unknown as RequestInfo);
    const redeem = () => {
      const request = new Request(`http://localhost:3000/backyard/join/${token}`, {
        method: "POST",
        body: new URLSearchParams({ password: "a kettle that sings" }),
      });
      return join({ request, context: held, params: { token } } as unknown as Parameters<
        typeof join
      >[0]);
    };
    const counts = async () => [
      await queryRows(context.db, "select hits from rate_limits where key = $1", [
        `sign-in:${caller.address}`,
      ]),
      await queryRows(context.db, "select failures from staff_password_attempts order by key"),
    ];
    const before = await counts();
    expect(before[0]).toHaveLength(1);
    const empty = fillLine();
    try {
      expect(
        await signIn(services, { request: requestWith(device), caller, email, password: PASSWORD }),
      ).toMatchObject({ ok: false, message: SIGN_IN_BUSY });
      expect(
        await confirmPassword(actAs({ userId }), { ...who, passwordAt: null, password: PASSWORD }),
      ).toBe("busy");
      expect(await redeem()).toMatchObject({
        data: { message: SIGN_IN_BUSY },
        init: { status: 503 },
      });
    } finally {
      await empty();
    }
    expect(await counts()).toEqual(before);
    await expect(redeem()).rejects.toMatchObject({ status: 303 });
  });

  test("changing a password or a factor changes nothing, and the code works once more", async () => {
    const [one, two, three] = [await makePerson(), await makePerson(), await makePerson()];
    const callWith = (cookie: string) => ({
      sessionId: randomUUID(),
      address: caller.address,
      request: requestWith(cookie),
      password: PASSWORD,
    });
    const factorless = callWith(cookiesOf((await enter(two.email)).headers));
    const first = callWith(cookiesOf((await enter(three.email)).headers));
    const started = await startFactor(actAs(three), first);
    const secret = started.ok ? (new URL(started.uri).searchParams.get("secret") ?? "") : "";
    const confirmed = await confirmFactor(actAs(three), {
      ...first,
      passwordAt: null,
      code: computeTotp(secret),
    });
    const enrolled = { ...callWith(cookiesOf(confirmed.headers)), code: computeTotp(secret, 1) };

    let empty: () => Promise<unknown> = async () => {};
    const hooked = withHook({
      all: 3,
      run: () => {
        empty = fillLine();
      },
    });
    const change = {
      ...callWith(""),
      email: one.email,
      current: PASSWORD,
      next: "a kettle that sings",
    };
    try {
      expect(
        await Promise.all([
          changePassword(actAs(one, hooked), change),
          startFactor(actAs(two, hooked), factorless),
          removeFactor(actAs(three, hooked), enrolled),
        ]),
      ).toEqual([BUSY, BUSY, BUSY]);
    } finally {
      await empty();
    }
    expect((await enter(one.email)).ok).toBe(true);
    expect(await startFactor(actAs(two), factorless)).toMatchObject({ ok: true });
    expect(await removeFactor(actAs(three), enrolled)).toMatchObject({ ok: true });
  });
});
