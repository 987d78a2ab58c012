import type pg from "pg";
import { expect } from "vitest";
import {
  computeTotp,
  createSignedInStaff,
  createStaff,
  createWrongCode,
  getCodeSecondsLeft,
} from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

const DASHBOARD = [302, "/backyard/dashboard"];
const FAILED = "2FA verification failed";

/**
 * Signs in a staff member and turns on the factor, with the previous code so that the current one
 * is still unused.
 */
async function enroll(db: pg.Client) {
  const person = await createSignedInStaff(db, "staff");
  const visitor = createVisitor(person);
  const { password } = person;
  const { html } = await visitor.submit("/backyard/account.data", {
    intent: "factor-start",
    password,
  });
  const secret = /"secret","([^"]+)"/.exec(html)?.[1] ?? "";
  const recovery = /"recoveryCodes",\[[^\]]*\],"([^"]+)"/.exec(html)?.[1] ?? "";
  // Near the end of its half minute, a code could expire on the way.
  await expect.poll(getCodeSecondsLeft).toBeGreaterThan(4);
  const confirmed = await visitor.submit("/backyard/account.data", {
    intent: "factor-confirm",
    code: computeTotp(secret, -1),
  });
  expect(confirmed.html).toContain("Two-factor sign-in is on.");
  return { ...person, visitor, secret, recovery };
}

const enterPassword = (
  visitor: Visitor,
  { email, password }: { email: string; password: string },
) => visitor.submit("/backyard", { email, password });
const enterCode = (visitor: Visitor, code: string) =>
  visitor.submit("/backyard", { intent: "code", code });
const enterRecoveryCode = (visitor: Visitor, code: string) =>
  visitor.submit("/backyard", { intent: "code", kind: "recovery", code });
const getRedirect = ({ status, location }: { status: number; location: string | null }) => [
  status,
  location,
];

test("a sign-in needs the code; a code works once, and so does a recovery code", async ({ db }) => {
  const { visitor, secret, recovery, ...person } = await enroll(db);
  expect(getRedirect(await visitor.submit("/backyard/sign-out", {}))).toEqual([303, "/backyard"]);

  expect(getRedirect(await enterPassword(visitor, person))).toEqual([302, "/backyard"]);
  expect((await visitor.open("/backyard")).text).toContain("Two-factor code");
  const sessions = await db.query("select 1 from staff_sessions where user_id = $1", [
    person.userId,
  ]);
  expect(sessions.rows).toEqual([]);
  expect(getRedirect(await visitor.open("/backyard/dashboard"))).toEqual([302, "/backyard"]);
  const failure = await enterCode(visitor, createWrongCode(secret));
  expect(failure.status).toBe(400);
  expect(failure.text).toContain(FAILED);
  await visitor.submit("/backyard", { intent: "back" });
  expect((await visitor.open("/backyard")).text).toContain("Email");

  const code = computeTotp(secret);
  await enterPassword(visitor, person);
  expect(getRedirect(await enterCode(visitor, code))).toEqual(DASHBOARD);
  const otherBrowser = createVisitor();
  await enterPassword(otherBrowser, person);
  expect((await enterCode(otherBrowser, code)).text).toContain(FAILED);

  expect(getRedirect(await enterRecoveryCode(otherBrowser, recovery))).toEqual(DASHBOARD);
  const thirdBrowser = createVisitor();
  await enterPassword(thirdBrowser, person);
  expect((await enterRecoveryCode(thirdBrowser, recovery)).text).toContain(FAILED);
});

test("a hundred wrong codes in a row lock the account until a superadmin unlocks it", async ({
  db,
}) => {
  const { secret, ...person } = await enroll(db);
  await db.query("update admin_users set code_failures = 100 where user_id = $1", [person.userId]);
  const visitor = createVisitor();
  await enterPassword(visitor, person);
  const locked = await enterCode(visitor, computeTotp(secret));
  expect(locked.status).toBe(400);
  expect(locked.text).toContain(FAILED);
});

test("turning the factor on ends other sessions; turning it off needs password and code", async ({
  db,
}) => {
  const otherBrowser = createVisitor();
  const { visitor, secret, password, ...person } = await enroll(db);
  const turnOff = (values: { password: string; code: string }) =>
    visitor.submit("/backyard/account.data", { intent: "factor-remove", ...values });
  expect((await turnOff({ password, code: createWrongCode(secret) })).html).toContain(FAILED);
  expect((await turnOff({ password: "not this one", code: computeTotp(secret) })).html).toContain(
    "That is not your password.",
  );
  expect((await turnOff({ password, code: computeTotp(secret) })).html).toContain(
    "Two-factor sign-in is off.",
  );
  expect(getRedirect(await enterPassword(otherBrowser, { ...person, password }))).toEqual(
    DASHBOARD,
  );
  const setup = await otherBrowser.submit("/backyard/account.data", {
    intent: "factor-start",
    password,
  });
  await otherBrowser.submit("/backyard/account.data", {
    intent: "factor-confirm",
    code: computeTotp(/"secret","([^"]+)"/.exec(setup.html)?.[1] ?? ""),
  });
  expect((await otherBrowser.open("/backyard/dashboard")).status).toBe(200);
  expect(getRedirect(await visitor.open("/backyard/dashboard"))).toEqual([302, "/backyard"]);
});

test("a password is changed with the old one, which does not work afterwards", async ({ db }) => {
  const person = await createSignedInStaff(db, "staff");
  const visitor = createVisitor(person);
  const newPassword = "another long password";
  const change = (current: string, chosenPassword: string) =>
    visitor.submit("/backyard/account", { intent: "password", current, next: chosenPassword });
  expect((await change("not mine at all", newPassword)).text).toContain(
    "That is not your password.",
  );
  expect((await change(person.password, "too short")).text).toContain(
    "Choose a password of at least 12 characters.",
  );
  expect((await change(person.password, newPassword)).status).toBe(200);
  const newVisitor = createVisitor();
  expect((await enterPassword(newVisitor, person)).text).toContain("Login failed");
  expect(
    getRedirect(await enterPassword(newVisitor, { ...person, password: newPassword })),
  ).toEqual(DASHBOARD);
});

test("a colleague with a stolen password cannot use their own code, and wrong codes stay counted", async ({
  db,
}) => {
  const person = await enroll(db);
  await db.query("update admin_users set code_failures = 7 where user_id = $1", [person.userId]);
  const { visitor, secret } = await enroll(db);
  expect(getRedirect(await enterPassword(visitor, person))).toEqual([302, "/backyard"]);
  const response = await enterCode(visitor, computeTotp(secret));
  expect(response.status).toBe(400);
  expect(response.text).toContain(FAILED);
  const { rows } = await db.query(
    "select code_failures, (select count(*)::int from staff_devices where user_id = $1) as browsers from admin_users where user_id = $1",
    [person.userId],
  );
  expect(rows).toEqual([{ code_failures: 8, browsers: 0 }]);
});

test("forgetting a browser is written to the audit log", async ({ db }) => {
  const person = await createStaff(db, { role: "staff" });
  const visitor = createVisitor();
  await enterPassword(visitor, person);
  const account = await visitor.open("/backyard/account");
  const reply = await visitor.submit("/backyard/account.data", {
    intent: "forget-device",
    device: /name="device" value="([^"]+)"/.exec(account.html)?.[1] ?? "",
  });
  expect(reply.html).toContain("The browser is forgotten.");
  expect((await visitor.open("/backyard/account")).html).not.toContain('name="device"');
  const { rows } = await db.query(
    "select entity_id from audit_log where actor = $1 and action = 'forget-device'",
    [person.userId],
  );
  expect(rows).toEqual([{ entity_id: person.userId }]);
});
