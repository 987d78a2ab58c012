import { randomUUID } from "node:crypto";
import { symmetricEncrypt } from "better-auth/crypto";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type AppContext,
  appContext,
  type RequestInfo,
  requestInfoContext,
} from "#app/app-context.ts";
import { wrapPool } from "#app/db/client.server.ts";
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
import { createTestFolder } from "../setup/test-folder.ts";
import { computeTotp } from "../staff.ts";

const SECRET = "a secret of thirty-two characters";
const PASSWORD = "correct horse battery";
let context: Awaited<ReturnType<typeof openTestDatabase>>;
/** Security events, newest last. */
const securityEvents: Parameters<SecurityLog["record"]>[] = [];
let services: Parameters<typeof signIn>[0];
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  const settings = { get: async () => siteSettings } as Parameters<typeof signIn>[0]["settings"];
  const auth = createAuth({ db: context.db, baseUrl: "http://localhost:3000", secret: SECRET });
  const env = parseEnv({ DATA_DIR: createTestFolder("passwords") });
  services = {
    db: context.db,
    auth,
    env,
    log: createLogger("silent"),
    now: () => new Date(),
    security: { record: (...event) => securityEvents.push(event) },
    settings,
  };
});
afterAll(() => context.close());

const caller = { address: "203.0.113.9", userAgent: "test" };
const createRequest = (cookie = "") =>
  new Request("http://localhost:3000/backyard", { headers: { Cookie: cookie } });
const getCookies = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(";")[0])
    .join("; ");

const redeem = (values: { token: string; email: string; name: string; password: string }) =>
  redeemLink(
    { db: context.db, now: new Date(), httpRequestId: "r" },
    { ...values, brand: siteSettings.brand },
  );
const actionContext = ({ userId }: { userId: string }, app = services) => ({
  ...app,
  actor: userId,
  now: app.now(),
  httpRequestId: "r",
});

/** Creates a person with a password and, if `hasFactor`, a second factor. */
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

const signInAs = (email: string, password = PASSWORD) =>
  signIn(services, { request: createRequest(), caller, email, password });
const listChallenges = (userId: string) =>
  queryRows(context.db, "select 1 from staff_verifications where value = $1", [userId]);

test("refuses a new password that is common or contains the site's name, and says why, by link and in the account", async () => {
  const { email, userId } = await makePerson();
  const changeTo = (newPassword: string) =>
    changePassword(actionContext({ userId }), {
      sessionId: randomUUID(),
      address: caller.address,
      email,
      current: PASSWORD,
      next: newPassword,
    });
  expect(await changeTo("Password2024")).toEqual({
    ok: false,
    reason: "choice",
    message: PASSWORD_REFUSALS.common,
  });
  expect(await changeTo("my Helpline is fine")).toEqual({
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
  const redeemPassword = (password: string) => redeem({ token, email, name: "-", password });
  expect(await redeemPassword("qwerty123456789")).toEqual({
    ok: false,
    reason: "password",
    message: PASSWORD_REFUSALS.common,
  });
  expect((await signInAs(email)).ok).toBe(true);
  // The link still works for a better password.
  expect(await redeemPassword("a kettle that sings")).toMatchObject({ ok: true });
});

test("a new password ends sign-ins that wait for their code, by link and in the account", async () => {
  const { email, userId } = await makePerson({ hasFactor: true });
  const startSignIn = async () => {
    const result = await signInAs(email);
    expect(result).toMatchObject({ ok: true, step: "code" });
    expect(await listChallenges(userId)).toHaveLength(1);
    return getCookies(result.headers);
  };
  const pendingCookie = await startSignIn();
  const newPassword = "a kettle that sings";
  expect(
    await changePassword(actionContext({ userId }), {
      sessionId: randomUUID(),
      address: caller.address,
      email,
      current: PASSWORD,
      next: newPassword,
    }),
  ).toEqual({ ok: true });
  expect(await listChallenges(userId)).toEqual([]);
  expect(
    (
      await verifyCode(services, {
        request: createRequest(pendingCookie),
        caller,
        code: "123456",
        recovery: false,
      })
    ).ok,
  ).toBe(false);
  expect(await signInAs(email, newPassword)).toMatchObject({ ok: true, step: "code" });
  const token = await createLink(context.db, {
    purpose: "reset",
    email,
    role: "staff",
    createdBy: "test",
    now: new Date(),
  });
  await redeem({ token, email, name: "-", password: PASSWORD });
  expect(await listChallenges(userId)).toEqual([]);
});

test("a session stores when its password was typed", async () => {
  const { email, userId } = await makePerson();
  const before = Date.now();
  await signInAs(email);
  const [session] = await queryRows<{ password_at: Date }>(
    context.db,
    "select password_at from staff_sessions where user_id = $1",
    [userId],
  );
  expect(session?.password_at.getTime()).toBeGreaterThanOrEqual(before);
});

test("signing in again starts a new session and ends the one this browser had, even another person's; others stay open", async () => {
  const { email, userId } = await makePerson();
  const otherPerson = await makePerson();
  const tokens = () =>
    queryRows<{ token: string }>(
      context.db,
      "select token from staff_sessions where user_id = any($1)",
      [[userId, otherPerson.userId]],
    );
  await signInAs(email);
  const [otherBrowserToken] = await tokens();
  const { headers } = await signInAs(email);
  expect(await tokens()).toHaveLength(2);
  const secondSignIn = await signIn(services, {
    request: createRequest(getCookies(headers)),
    caller,
    email: otherPerson.email,
    password: PASSWORD,
  });
  expect(secondSignIn.ok).toBe(true);
  expect(
    await queryRows(context.db, "select token from staff_sessions where user_id = $1", [userId]),
  ).toEqual([otherBrowserToken]);
  expect(
    await queryRows(context.db, "select 1 from staff_sessions where user_id = $1", [
      otherPerson.userId,
    ]),
  ).toHaveLength(1);
});

test("behind https every cookie of a sign-in is __Host-, Secure and HttpOnly", async () => {
  const { email } = await makePerson();
  const baseUrl = "https://henry.example";
  const httpsServices = {
    ...services,
    env: { ...services.env, PUBLIC_URL: baseUrl },
    auth: createAuth({ db: context.db, baseUrl, secret: SECRET }),
  };
  const { headers } = await signIn(httpsServices, {
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
  const readStoredCodes = async (userId: string) =>
    (
      await queryRows<{ codes: string }>(
        context.db,
        "select backup_codes as codes from staff_two_factors where user_id = $1",
        [userId],
      )
    )[0]?.codes ?? "";
  const lines: object[] = [];
  const log = Object.assign(createLogger("silent"), {
    info: (fields: object) => void lines.push(fields),
  });
  const recover = async (email: string, code: string) => {
    const { headers } = await signInAs(email);
    return (
      await verifyCode(
        { ...services, log },
        { request: createRequest(getCookies(headers)), caller, code, recovery: true },
      )
    ).ok;
  };

  test("are stored as hashes and work once each; a stored hash does not work as a code", async () => {
    const { email, userId } = await makePerson();
    const { headers } = await signInAs(email);
    const started = await startFactor(actionContext({ userId }), {
      sessionId: randomUUID(),
      password: PASSWORD,
      request: createRequest(getCookies(headers)),
      address: caller.address,
    });
    if (!started.ok) throw new Error(started.reason);
    const [firstCode = "", secondCode = ""] = started.recoveryCodes;
    expect(firstCode).toMatch(/^\w{5}-\w{5}$/);
    expect(await readStoredCodes(userId)).not.toContain(firstCode);
    const hashes = JSON.parse(await readStoredCodes(userId)) as string[];
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
    expect(await recover(email, firstCode)).toBe(true);
    expect(await recover(email, firstCode)).toBe(false);
    expect(JSON.parse(await readStoredCodes(userId))).toHaveLength(9);
    expect(lines).toMatchObject([{ staffId: userId, by: "recovery-code" }]);
    expect(await recover(email, ` ${secondCode} `)).toBe(true);
  });

  test("that an older version stored encrypted are hashed at the next start, and work before it too", async () => {
    const { email, userId } = await makePerson({ hasFactor: true });
    const encrypted = await symmetricEncrypt({
      key: SECRET,
      data: JSON.stringify(["aaaaa-11111", "bbbbb-22222"]),
    });
    const storeCodes = (codes: string) =>
      context.db.$client.query(
        "update staff_two_factors set backup_codes = $2 where user_id = $1",
        [userId, codes],
      );
    await storeCodes(encrypted);
    expect(await recover(email, "aaaaa-11111")).toBe(true);
    expect(await readStoredCodes(userId)).toMatch(/^\["h1:/);
    await storeCodes(encrypted);
    await services.auth.recoveryCodes.hashStored(context.db, services.log);
    expect(JSON.parse(await readStoredCodes(userId))).toHaveLength(2);
    expect(await readStoredCodes(userId)).not.toContain("bbbbb");
    expect(await recover(email, "bbbbb-22222")).toBe(true);
  });

  test("that cannot be read stay unchanged, and the start continues", async () => {
    const { userId } = await makePerson({ hasFactor: true });
    await context.db.$client.query(
      "update staff_two_factors set backup_codes = 'ffff' where user_id = $1",
      [userId],
    );
    await services.auth.recoveryCodes.hashStored(context.db, services.log);
    expect(await readStoredCodes(userId)).toBe("ffff");
  });
});

test("wrong passwords, wrong codes, and locked accounts are security events, with the staff id or the email", async () => {
  const { email, userId } = await makePerson({ hasFactor: true });
  securityEvents.length = 0;
  await signInAs(email, "not the password");
  await signInAs("nobody@example.com", "not the password");
  expect(securityEvents).toEqual(
    [email, "nobody@example.com"].map((typedEmail) => [
      "failed-password",
      { email: typedEmail, address: caller.address },
    ]),
  );

  securityEvents.length = 0;
  const { headers } = await signInAs(email);
  const tryCode = (code: string) =>
    verifyCode(services, {
      request: createRequest(getCookies(headers)),
      caller,
      code,
      recovery: true,
    });
  await tryCode("wrong-code1");
  await context.db.$client.query("update admin_users set code_failures = 100 where user_id = $1", [
    userId,
  ]);
  await tryCode("wrong-code2");
  const details = { staffId: userId, address: caller.address };
  expect(securityEvents).toEqual([
    ["failed-code", details],
    ["failed-code", details],
    ["lock", { ...details, detail: "code" }],
  ]);

  securityEvents.length = 0;
  for (let attempts = 0; attempts < 6; attempts++)
    await signInAs("locked@example.com", "not the password");
  expect(securityEvents.at(-1)).toEqual([
    "lock",
    { email: "locked@example.com", address: caller.address, detail: "password" },
  ]);
});

describe("while too many passwords wait to be hashed", () => {
  /** Keeps the password queue of known callers full. @returns a function that empties it */
  function fillQueue(): () => Promise<unknown> {
    let isFull = true;
    const occupySlot = async () => {
      while (isFull) await runAsKnownCaller(() => hashPassword("any password"));
    };
    const slots = Array.from({ length: 30 }, occupySlot);
    const outcomes = Promise.allSettled(slots);
    return () => {
      isFull = false;
      return outcomes;
    };
  }
  const createResetLink = (email: string) =>
    createLink(context.db, {
      purpose: "reset",
      email,
      role: "staff",
      createdBy: "test",
      now: new Date(),
    });
  const BUSY = { ok: false, reason: "busy" };
  type Hook = { expectedResets: number; onReached: () => void };

  /**
   * The services with a database that holds each reset of password attempts until there are
   * `expectedResets`, and then calls `onReached`.
   */
  function withHook({ expectedResets, onReached }: Hook): typeof services {
    const { promise, resolve } = Promise.withResolvers<void>();
    let resets = 0;
    const $client = new Proxy(context.db.$client, {
      get(pool, name) {
        const value: unknown = Reflect.get(pool, name);
        if (typeof value !== "function") return value;
        if (name !== "query") return value.bind(pool);
        return async (query: { text: string }, values: unknown[]) => {
          const result = await pool.query(query, values);
          if (!query.text.startsWith('delete from "staff_password_attempts"')) return result;
          resets += 1;
          if (resets === expectedResets) {
            onReached();
            resolve();
          }
          await promise;
          return result;
        };
      },
    });
    return { ...services, db: wrapPool($client) };
  }

  test("a sign-in, a link and a confirmed password get the busy message, and no attempt or link is used up", async () => {
    const { email, userId } = await makePerson();
    const device = getCookies((await signInAs(email)).headers);
    const token = await createResetLink(email);
    const session = { sessionId: randomUUID(), address: caller.address };
    const routerContext = new RouterContextProvider();
    routerContext.set(appContext, services as AppContext);
    routerContext.set(requestInfoContext, { caller, requestId: "r" } as unknown as RequestInfo);
    const postLink = () => {
      const request = new Request(`http://localhost:3000/backyard/join/${token}`, {
        method: "POST",
        body: new URLSearchParams({ password: "a kettle that sings" }),
      });
      return join({ request, context: routerContext, params: { token } } as unknown as Parameters<
        typeof join
      >[0]);
    };
    const readCounters = async () => [
      await queryRows(context.db, "select hits from rate_limits where key = $1", [
        `sign-in:${caller.address}`,
      ]),
      await queryRows(context.db, "select failures from staff_password_attempts order by key"),
    ];
    const before = await readCounters();
    expect(before[0]).toHaveLength(1);
    const emptyQueue = fillQueue();
    try {
      expect(
        await signIn(services, {
          request: createRequest(device),
          caller,
          email,
          password: PASSWORD,
        }),
      ).toMatchObject({ ok: false, message: SIGN_IN_BUSY });
      expect(
        await confirmPassword(actionContext({ userId }), {
          ...session,
          passwordAt: null,
          password: PASSWORD,
        }),
      ).toBe("busy");
      expect(await postLink()).toMatchObject({
        data: { message: SIGN_IN_BUSY },
        init: { status: 503 },
      });
    } finally {
      await emptyQueue();
    }
    expect(await readCounters()).toEqual(before);
    await expect(postLink()).rejects.toMatchObject({ status: 303 });
  });

  test("changing a password or a factor changes nothing, and the code works once more", async () => {
    const [passwordPerson, startPerson, removePerson] = [
      await makePerson(),
      await makePerson(),
      await makePerson(),
    ];
    const createCall = (cookie: string) => ({
      sessionId: randomUUID(),
      address: caller.address,
      request: createRequest(cookie),
      password: PASSWORD,
    });
    const startCall = createCall(getCookies((await signInAs(startPerson.email)).headers));
    const setupCall = createCall(getCookies((await signInAs(removePerson.email)).headers));
    const started = await startFactor(actionContext(removePerson), setupCall);
    const secret = started.ok ? (new URL(started.uri).searchParams.get("secret") ?? "") : "";
    const confirmed = await confirmFactor(actionContext(removePerson), {
      ...setupCall,
      passwordAt: null,
      code: computeTotp(secret),
    });
    const removeCall = {
      ...createCall(getCookies(confirmed.headers)),
      code: computeTotp(secret, 1),
    };

    let emptyQueue: () => Promise<unknown> = async () => {};
    const hookedServices = withHook({
      expectedResets: 3,
      onReached: () => {
        emptyQueue = fillQueue();
      },
    });
    const passwordChange = {
      ...createCall(""),
      email: passwordPerson.email,
      current: PASSWORD,
      next: "a kettle that sings",
    };
    try {
      expect(
        await Promise.all([
          changePassword(actionContext(passwordPerson, hookedServices), passwordChange),
          startFactor(actionContext(startPerson, hookedServices), startCall),
          removeFactor(actionContext(removePerson, hookedServices), removeCall),
        ]),
      ).toEqual([BUSY, BUSY, BUSY]);
    } finally {
      await emptyQueue();
    }
    expect((await signInAs(passwordPerson.email)).ok).toBe(true);
    expect(await startFactor(actionContext(startPerson), startCall)).toMatchObject({ ok: true });
    expect(await removeFactor(actionContext(removePerson), removeCall)).toMatchObject({ ok: true });
  });
});
