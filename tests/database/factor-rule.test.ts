import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  type AppContext,
  appContext,
  type RequestInfo,
  requestInfoContext,
} from "#app/app-context.ts";
import { createAuth } from "#app/features/auth/auth.server.ts";
import { authorizeStaff } from "#app/features/auth/authorize-staff.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import {
  dismissFactorReminder,
  needsFactorReminder,
  setFactorRule,
} from "#app/features/auth/factor-rule.server.ts";
import { FACTOR_RULES, type FactorRule } from "#app/features/auth/factor-rule.ts";
import { createLink, redeemLink } from "#app/features/auth/links.server.ts";
import {
  confirmFactor,
  removeFactor,
  startFactor,
} from "#app/features/auth/second-factor.server.ts";
import { requireStaff, staffSession } from "#app/features/auth/session.server.ts";
import { signIn } from "#app/features/auth/sign-in.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { action } from "#app/routes/backyard/second-factor.tsx";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { computeTotp, createWrongCode } from "../staff.ts";

const PASSWORD = "correct horse battery";
const caller = { address: "203.0.113.9", userAgent: "test", gpc: false };
let context: Awaited<ReturnType<typeof openTestDatabase>>;
const securityEvents: string[] = [];
let services: AppContext;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  const auth = createAuth({
    db: context.db,
    baseUrl: "http://localhost:3000",
    secret: "a secret of thirty-two characters",
  });
  const env = parseEnv({ DATA_DIR: createTestFolder("factor") });
  const settings = { get: async () => siteSettings };
  services = {
    db: context.db,
    auth,
    env,
    settings,
    log: createLogger("silent"),
    now: () => new Date(),
    security: { record: (kind: string) => securityEvents.push(kind) },
  } as unknown as AppContext;
});
afterAll(() => context.close());
beforeEach(() =>
  context.owner.$client.query(
    "truncate staff_users, staff_links, rate_limits cascade; delete from settings",
  ),
);

const setRule = (rule: FactorRule) =>
  setFactorRule({ db: context.db, actor: "boss", httpRequestId: "r", now: new Date() }, { rule });

const getCookies = (headers: Headers | undefined) =>
  headers
    ?.getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ") ?? "";

/** Signs in a new person. `visit` opens the dashboard and returns "open" or where it redirects. */
async function signInNewPerson(role: StaffRole, { hasFactor = false } = {}) {
  const email = `${randomUUID()}@example.com`;
  const now = new Date();
  const token = await createLink(context.db, {
    purpose: "invite",
    email,
    role,
    createdBy: "test",
    now,
  });
  await redeemLink(
    { db: context.db, now, httpRequestId: "r" },
    { token, email, name: "Somebody", password: PASSWORD, brand: siteSettings.brand },
  );
  const result = await signIn(services, {
    request: new Request("http://localhost:3000/backyard"),
    caller,
    email,
    password: PASSWORD,
  });
  const cookie = getCookies(result.headers);
  if (hasFactor)
    await context.db.$client.query(
      "update staff_users set two_factor_enabled = true where email = $1",
      [email],
    );
  const visit = async (cookieHeader = cookie) => {
    const routerContext = new RouterContextProvider();
    routerContext.set(appContext, services);
    routerContext.set(requestInfoContext, { caller } as RequestInfo);
    const request = new Request("http://localhost:3000/backyard/dashboard", {
      headers: { Cookie: cookieHeader },
    });
    let outcome = "";
    await staffSession(
      { request, context: routerContext } as unknown as Parameters<typeof staffSession>[0],
      async () => {
        const functionAccess = authorizeStaff(routerContext, "staff");
        try {
          requireStaff(routerContext, "staff");
          outcome = "open";
        } catch (thrown) {
          outcome = thrown instanceof Response ? (thrown.headers.get("Location") ?? "") : "denied";
        }
        if ("refusal" in functionAccess) outcome += ` ${functionAccess.refusal.status}`;
        return new Response();
      },
    );
    return outcome;
  };
  const [row] = await queryRows<{ id: string }>(
    context.db,
    "select id from staff_users where email = $1",
    [email],
  );
  return { userId: row?.id ?? "", cookie, visit };
}

/** Posts a form to the page that sets up the factor. @returns the result of its action */
async function enroll(cookie: string, form: Record<string, string>) {
  const routerContext = new RouterContextProvider();
  routerContext.set(appContext, services);
  routerContext.set(requestInfoContext, { caller, httpRequestId: "r" } as RequestInfo);
  const request = new Request("http://localhost:3000/backyard/second-factor", {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(form),
  });
  let result: unknown;
  await staffSession(
    { request, context: routerContext } as unknown as Parameters<typeof staffSession>[0],
    async () => {
      result = await action({ request, context: routerContext } as unknown as Parameters<
        typeof action
      >[0]);
      return new Response();
    },
  );
  return result as {
    data?: { setup?: { secret: string }; message?: string };
    init?: { status: number };
    headers?: Headers;
    status?: number;
  };
}

describe("a second factor that is required", () => {
  test.each<[FactorRule, StaffRole, string]>([
    ["nobody", "superadmin", "open"],
    ["nobody", "staff", "open"],
    ["superadmins", "superadmin", "/backyard/second-factor 403"],
    ["superadmins", "staff", "open"],
    ["everybody", "superadmin", "/backyard/second-factor 403"],
    ["everybody", "staff", "/backyard/second-factor 403"],
    ["everybody", "reviewer", "/backyard/second-factor 403"],
  ])("of %s: a %s who signs in without one gets to %s", async (rule, role, outcome) => {
    await setRule(rule);
    expect(await (await signInNewPerson(role)).visit()).toBe(outcome);
  });

  test("lets people in who have one", async () => {
    await setRule("everybody");
    expect(await (await signInNewPerson("superadmin", { hasFactor: true })).visit()).toBe("open");
  });

  test("leaves open sessions alone, but not one that had to set it up already", async () => {
    const earlierSession = await signInNewPerson("staff");
    await setRule("superadmins");
    const pendingSession = await signInNewPerson("superadmin");
    const exemptSession = await signInNewPerson("staff");
    await setRule("everybody");
    expect(await earlierSession.visit()).toBe("open");
    expect(await exemptSession.visit()).toBe("open");
    expect(await pendingSession.visit()).toBe("/backyard/second-factor 403");
    expect(await (await signInNewPerson("staff")).visit()).toBe("/backyard/second-factor 403");
    await setRule("nobody");
    expect(await pendingSession.visit()).toBe("open");
    await setRule("superadmins");
    expect(await (await signInNewPerson("superadmin")).visit()).toBe("/backyard/second-factor 403");
  });

  test("stays required of a session that has to set it up, after the rule was off in between", async () => {
    const earlierSession = await signInNewPerson("staff");
    await setRule("everybody");
    const pendingSession = await signInNewPerson("staff");
    await setRule("nobody");
    const laterSession = await signInNewPerson("staff");
    await setRule("everybody");
    expect(await earlierSession.visit()).toBe("open");
    expect(await laterSession.visit()).toBe("open");
    expect(await pendingSession.visit()).toBe("/backyard/second-factor 403");
  });

  test("arrives with an upgrade without closing open sessions", async () => {
    const migration = readFileSync("drizzle/0015_grace-of-open-sessions.sql", "utf8");
    await setRule("superadmins");
    const [exemptSession, pendingSession] = [
      await signInNewPerson("staff"),
      await signInNewPerson("superadmin"),
    ];
    await context.db.$client.query("update staff_sessions set factor_grace = false");
    await context.owner.$client.query(migration);
    await setRule("everybody");
    expect([await exemptSession.visit(), await pendingSession.visit()]).toEqual([
      "open",
      "/backyard/second-factor 403",
    ]);
  });

  test.each<[FactorRule, string]>([
    ["everybody", "/backyard/second-factor 403"],
    ["nobody", "open"],
  ])(
    "of %s: removing the factor in a session from before the rule leads to %s",
    async (rule, outcome) => {
      const { userId, cookie, visit } = await signInNewPerson("staff");
      const actionContext = () => ({
        ...services,
        actor: userId,
        now: new Date(),
        httpRequestId: "r",
      });
      const createCall = (cookies: string) => ({
        sessionId: randomUUID(),
        address: caller.address,
        request: new Request("http://localhost:3000/backyard/account", {
          headers: { Cookie: cookies },
        }),
      });
      const started = await startFactor(actionContext(), {
        ...createCall(cookie),
        password: PASSWORD,
      });
      const secret = started.ok ? (new URL(started.uri).searchParams.get("secret") ?? "") : "";
      const confirmed = await confirmFactor(actionContext(), {
        ...createCall(cookie),
        passwordAt: null,
        code: computeTotp(secret),
      });
      const enrolledCookie = getCookies(confirmed.headers);
      // Simulates a session that began before the rule.
      await context.db.$client.query(
        "update staff_sessions set factor_grace = true where user_id = $1",
        [userId],
      );
      await setRule(rule);
      expect(await visit(enrolledCookie)).toBe("open");
      const removed = await removeFactor(actionContext(), {
        ...createCall(enrolledCookie),
        password: PASSWORD,
        code: computeTotp(secret, 1),
      });
      if (!removed.ok) throw new Error(removed.reason);
      expect(await visit(getCookies(removed.headers))).toBe(outcome);
      await setRule("everybody");
      expect(await visit(getCookies(removed.headers))).toBe(outcome);
    },
  );

  test("is set up with the password and a first code; the new session may open everything", async () => {
    await setRule("everybody");
    const { cookie, userId, visit } = await signInNewPerson("staff");
    expect(
      (await enroll(cookie, { intent: "factor-start", password: "not this one" })).data,
    ).toEqual({ message: "That is not your password." });
    const secret =
      (await enroll(cookie, { intent: "factor-start", password: PASSWORD })).data?.setup?.secret ??
      "";
    expect(
      await enroll(cookie, { intent: "factor-confirm", code: createWrongCode(secret) }),
    ).toMatchObject({ data: { message: "2FA verification failed" }, init: { status: 400 } });
    expect(await visit()).toBe("/backyard/second-factor 403");
    const response = await enroll(cookie, { intent: "factor-confirm", code: computeTotp(secret) });
    expect([response.status, response.headers?.get("Location")]).toEqual([
      302,
      "/backyard/dashboard",
    ]);
    expect(response.headers?.getSetCookie().join()).toContain("session=");
    expect(
      await queryRows(
        context.db,
        "select two_factor_enabled, password_at is not null as knows from staff_users u join staff_sessions s on s.user_id = u.id where u.id = $1",
        [userId],
      ),
    ).toEqual([{ two_factor_enabled: true, knows: true }]);
    expect(securityEvents.slice(-3)).toEqual(["failed-password", "failed-code", "factor-change"]);
  });

  test("is written to the audit log, once for each change", async () => {
    for (const rule of [...FACTOR_RULES, "everybody"] as const) await setRule(rule);
    const rows = await queryRows(
      context.db,
      "select actor, changes from audit_log where action = 'set-factor-rule' and at > now() - interval '1 minute' order by at desc, id desc limit 2",
    );
    expect(rows).toEqual([
      { actor: "boss", changes: { from: "superadmins", to: "everybody" } },
      { actor: "boss", changes: { from: "nobody", to: "superadmins" } },
    ]);
  });
});

test("hides the reminder of a second factor for a month once it is dismissed", async () => {
  const { userId } = await signInNewPerson("superadmin");
  const now = new Date();
  const isDue = (days: number) =>
    needsFactorReminder(context.db, {
      userId,
      now: new Date(now.getTime() + days * DAY_MS),
    });
  expect(await isDue(0)).toBe(true);
  await dismissFactorReminder({ db: context.db, actor: userId, now });
  expect([await isDue(0), await isDue(29), await isDue(30)]).toEqual([false, false, true]);
});
