import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import type { StaffRole } from "#app/features/auth/constants.ts";
import { findLink, redeemLink } from "#app/features/auth/links.server.ts";
import { readStaffCommand } from "#app/features/members/read-staff-command.ts";
import { runStaffCommand, type StaffRow } from "#app/features/members/run-staff-command.server.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const pool = () => db().$client;
const now = new Date();

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

async function runCommand(command: string) {
  const printed: (string | StaffRow[])[] = [];
  const result = await runStaffCommand(db(), {
    command: readStaffCommand(command.split(" ")),
    origin: "https://example.com",
    now,
    print: (output) => printed.push(output),
  });
  const [firstOutput] = printed;
  return {
    ...result,
    printed: firstOutput,
    token:
      typeof firstOutput === "string"
        ? /https:\/\/example\.com\/backyard\/join\/([\w-]+)$/.exec(firstOutput)?.[1]
        : undefined,
  };
}

/** Adds a person who has joined and has one open session. */
async function addPerson(email: string, role: StaffRole, isActive = true): Promise<string> {
  const userId = randomUUID();
  await pool().query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Ann', $2, $3, $3)",
    [userId, email, now],
  );
  await pool().query(
    "insert into admin_users (user_id, role, is_active, code_failures, created_at) values ($1, $2, $3, 100, $4)",
    [userId, role, isActive, now],
  );
  await pool().query(
    "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $1::uuid::text, $2, $3, $4, $4)",
    [randomUUID(), userId, new Date(now.getTime() + HOUR_MS), now],
  );
  return userId;
}
const listAuditRows = () =>
  queryRows<{ actor: string; action: string; changes: unknown }>(
    db(),
    "select actor, action, changes from audit_log order by at, id",
  );

test("create prints a link that creates the account, once", async () => {
  const { ok, token } = await runCommand("create --email Ann@Example.com --role staff");
  expect(ok).toBe(true);
  expect(await findLink(db(), { token: token ?? "", now })).toEqual({
    purpose: "invite",
    email: "ann@example.com",
    role: "staff",
  });
  const redeem = () =>
    redeemLink(
      { db: db(), now, httpRequestId: "r" },
      {
        token: token ?? "",
        email: "ann@example.com",
        name: "Ann",
        password: "correct horse battery",
        brand: "Brand",
      },
    );
  expect(await redeem()).toEqual({ ok: true, reset: null });
  expect(await redeem()).toEqual({ ok: false, reason: "link" });
  expect(await runCommand("create --email ann@example.com --role superadmin")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("has an account already"),
  });
  const [invite] = await listAuditRows();
  expect(invite).toEqual({ actor: "command-line", action: "invite", changes: { role: "staff" } });
  expect(JSON.stringify(await listAuditRows())).not.toContain("ann@");
});

test("reset prints a link for a new password and resets wrong codes, but not for unknown or disabled people", async () => {
  const userId = await addPerson("ann@example.com", "reviewer");
  await addPerson("off@example.com", "staff", false);
  const { ok, token } = await runCommand("reset --email ann@example.com");
  expect(ok).toBe(true);
  expect(await findLink(db(), { token: token ?? "", now })).toEqual({
    purpose: "reset",
    email: "ann@example.com",
    role: "reviewer",
  });
  expect(
    await queryRows(db(), "select code_failures from admin_users where user_id = $1", [userId]),
  ).toEqual([{ code_failures: 0 }]);
  expect(await runCommand("reset --email bob@example.com")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("Nobody"),
  });
  expect(await runCommand("reset --email off@example.com")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("disabled"),
  });
  expect((await listAuditRows()).map(({ actor, action }) => [actor, action])).toEqual([
    ["command-line", "send-reset"],
  ]);
});

test("reset-factor removes a lost second factor and ends the sessions", async () => {
  const userId = await addPerson("ann@example.com", "superadmin");
  expect(await runCommand("reset-factor --email ann@example.com")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("no second factor"),
  });
  await pool().query(
    "insert into staff_two_factors (id, user_id, secret, backup_codes) values ($1, $2, 's', 'b')",
    [randomUUID(), userId],
  );
  await pool().query("update staff_users set two_factor_enabled = true where id = $1", [userId]);
  expect(await runCommand("reset-factor --email ann@example.com")).toMatchObject({
    ok: true,
    printed: expect.stringContaining("1 session has ended"),
  });
  expect(
    await queryRows(db(), "select two_factor_enabled as factor from staff_users where id = $1", [
      userId,
    ]),
  ).toEqual([{ factor: false }]);
  expect(
    await queryRows(db(), "select 1 from staff_two_factors union all select 1 from staff_sessions"),
  ).toEqual([]);
  expect((await listAuditRows()).at(-1)).toMatchObject({
    actor: "command-line",
    action: "reset-factor",
  });
});

test("disable ends the sessions, and open links stop working", async () => {
  const userId = await addPerson("ann@example.com", "staff");
  const { token } = await runCommand("reset --email ann@example.com");
  expect(await runCommand("disable --email ann@example.com")).toMatchObject({
    ok: true,
    printed: "ann@example.com is disabled; 1 session has ended.",
  });
  expect(
    await queryRows(db(), "select 1 from staff_sessions where user_id = $1", [userId]),
  ).toEqual([]);
  expect(await findLink(db(), { token: token ?? "", now })).toBeNull();
  expect(await runCommand("disable --email ann@example.com")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("already"),
  });
  expect((await listAuditRows()).at(-1)).toEqual({
    actor: "command-line",
    action: "disable",
    changes: { is_active: { from: true, to: false }, sessions: 1 },
  });
});

test("the last active superadmin cannot be disabled, even by two commands at once", async () => {
  await addPerson("ann@example.com", "superadmin");
  await addPerson("off@example.com", "superadmin", false);
  expect(await runCommand("disable --email ann@example.com")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("last active superadmin"),
  });
  await addPerson("bob@example.com", "superadmin");
  const results = await Promise.all([
    runCommand("disable --email ann@example.com"),
    runCommand("disable --email bob@example.com"),
  ]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(
    await queryRows(db(), "select 1 from admin_users where role = 'superadmin' and is_active"),
  ).toHaveLength(1);
});

test("list prints people and open invitations, or how to create the first account", async () => {
  expect(await runCommand("list")).toMatchObject({
    ok: true,
    printed: expect.stringContaining("npm run staff -- create"),
  });
  await addPerson("ann@example.com", "superadmin");
  await addPerson("off@example.com", "staff", false);
  await runCommand("create --email new@example.com --role reviewer");
  const { printed } = await runCommand("list");
  expect(printed).toMatchObject([
    {
      email: "ann@example.com",
      role: "superadmin",
      state: "locked",
      "second factor": "off",
      sessions: 1,
    },
    { email: "off@example.com", role: "staff", state: "disabled" },
    { email: "new@example.com", role: "reviewer", state: "invited" },
  ]);
});
