import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { CODE_FAILURES_LIMIT, type StaffRole } from "#app/features/auth/constants.ts";
import { hashPassword } from "#app/features/auth/password.server.ts";
import {
  consumePasswordAttempt,
  formatAttemptsKey,
} from "#app/features/auth/password-attempts.server.ts";
import { handleMemberForm } from "#app/features/members/actions.server.ts";
import {
  changeMember,
  inviteMember,
  withdrawInvitation,
} from "#app/features/members/mutations.server.ts";
import { listMembers } from "#app/features/members/queries.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date("2026-05-04T10:00:00Z");
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(() =>
  context.owner.$client.query(
    "truncate staff_users, staff_links, staff_password_attempts, staff_verifications cascade",
  ),
);

type Options = { role?: StaffRole; isActive?: boolean };

/** Creates a member with an open session, a second factor, and a sign-in pending its code. */
async function makeMember({ role = "staff", isActive = true }: Options = {}) {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  const pool = context.db.$client;
  await pool.query(
    "insert into staff_users (id, name, email, two_factor_enabled, created_at, updated_at) values ($1, 'Member', $2, true, $3, $3)",
    [userId, email, now],
  );
  await pool.query(
    "insert into admin_users (user_id, role, display_name, is_active, created_at) values ($1, $2, 'Member', $3, $4)",
    [userId, role, isActive, now],
  );
  await pool.query(
    "insert into staff_sessions (id, token, user_id, expires_at, created_at, updated_at) values (gen_random_uuid(), gen_random_uuid()::text, $1, $2::timestamptz + interval '1 hour', $2, $2)",
    [userId, now],
  );
  await pool.query(
    "insert into staff_two_factors (id, user_id, secret, backup_codes) values (gen_random_uuid(), $1, 'secret', 'codes')",
    [userId],
  );
  await pool.query(
    "insert into staff_verifications (id, identifier, value, expires_at) values (gen_random_uuid(), $1::text, $1::text, $2)",
    [userId, now],
  );
  return { userId, email };
}
const changeAs = (actor: string, values: Record<string, unknown>) =>
  changeMember({ db: context.db, actor, httpRequestId: "r", now }, { values });
const countSessions = async (userId: string) =>
  (
    await queryRows(
      context.db,
      "select 1 from staff_sessions where user_id = $1 union all select 1 from staff_verifications where value = $1::text",
      [userId],
    )
  ).length;
const getAdmin = async (userId: string) =>
  (
    await queryRows<{ role: string; is_active: boolean; code_failures: number }>(
      context.db,
      "select role, is_active, code_failures from admin_users where user_id = $1",
      [userId],
    )
  )[0];
const listAuditRows = (userId: string) =>
  queryRows(
    context.db,
    "select actor, action, changes from audit_log where entity = 'staff' and entity_id = $1 order by at, id",
    [userId],
  );

describe("rights", () => {
  test("a new role, a disabled account and a removed factor end the sessions, and each leaves an audit row", async () => {
    const boss = await makeMember({ role: "superadmin" });
    for (const [intent, role] of [
      ["set-role", "reviewer"],
      ["disable"],
      ["reset-factor"],
    ] as const) {
      const member = await makeMember();
      expect(await changeAs(boss.userId, { intent, userId: member.userId, role })).toEqual({
        ok: true,
        ended: 1,
      });
      expect(await countSessions(member.userId)).toBe(0);
      expect(await listAuditRows(member.userId)).toMatchObject([
        { actor: boss.userId, action: intent, changes: { sessions: 1 } },
      ]);
      expect(JSON.stringify(await listAuditRows(member.userId))).not.toContain(member.email);
    }
    expect(await countSessions(boss.userId)).toBe(2);
  });

  test("a reset of the second factor removes it and resets wrong codes", async () => {
    const boss = await makeMember({ role: "superadmin" });
    const member = await makeMember();
    await context.db.$client.query(
      "update admin_users set code_failures = 100 where user_id = $1",
      [member.userId],
    );
    await changeAs(boss.userId, { intent: "reset-factor", userId: member.userId });
    expect(await getAdmin(member.userId)).toMatchObject({ code_failures: 0 });
    expect(
      await queryRows(context.db, "select two_factor_enabled from staff_users where id = $1", [
        member.userId,
      ]),
    ).toEqual([{ two_factor_enabled: false }]);
    expect(
      await queryRows(context.db, "select 1 from staff_two_factors where user_id = $1", [
        member.userId,
      ]),
    ).toEqual([]);
  });

  test("nobody can demote or disable the last active superadmin", async () => {
    const boss = await makeMember({ role: "superadmin" });
    await makeMember({ role: "superadmin", isActive: false });
    for (const values of [{ intent: "disable" }, { intent: "set-role", role: "staff" }]) {
      expect(await changeAs(boss.userId, { ...values, userId: boss.userId })).toEqual({
        ok: false,
        reason: "last-superadmin",
      });
    }
    expect(await getAdmin(boss.userId)).toMatchObject({ role: "superadmin", is_active: true });
    expect(await countSessions(boss.userId)).toBe(2);
  });

  test("two superadmins who disable or demote each other at the same moment: one of them stays", async () => {
    for (const values of [{ intent: "disable" }, { intent: "set-role", role: "staff" }]) {
      await context.owner.$client.query("truncate staff_users cascade");
      const [firstAdmin, secondAdmin] = [
        await makeMember({ role: "superadmin" }),
        await makeMember({ role: "superadmin" }),
      ];
      const results = await Promise.all([
        changeAs(firstAdmin.userId, { ...values, userId: secondAdmin.userId }),
        changeAs(secondAdmin.userId, { ...values, userId: firstAdmin.userId }),
      ]);
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(results).toContainEqual({ ok: false, reason: "denied" });
      expect(
        await queryRows(
          context.db,
          "select 1 from admin_users where role = 'superadmin' and is_active",
        ),
      ).toHaveLength(1);
    }
  });

  test("superadmins cannot change their own account here, even if there is another one", async () => {
    const boss = await makeMember({ role: "superadmin" });
    await makeMember({ role: "superadmin" });
    for (const intent of ["disable", "set-role", "reset-factor", "send-reset", "unlock"]) {
      expect(
        await changeAs(boss.userId, { intent, role: "staff", userId: boss.userId }),
        intent,
      ).toEqual({ ok: false, reason: "self" });
    }
  });

  test("staff, disabled superadmins and unknown people can change nobody", async () => {
    await makeMember({ role: "superadmin" });
    const member = await makeMember();
    for (const actor of [
      await makeMember(),
      await makeMember({ role: "superadmin", isActive: false }),
      { userId: randomUUID() },
    ]) {
      expect(await changeAs(actor.userId, { intent: "disable", userId: member.userId })).toEqual({
        ok: false,
        reason: "denied",
      });
      const invited = await inviteMember(
        { db: context.db, actor: actor.userId, httpRequestId: "r", now },
        { values: { email: "new@example.com", role: "superadmin" } },
      );
      expect(invited).toEqual({ ok: false, reason: "denied" });
    }
    expect(await queryRows(context.db, "select 1 from staff_links")).toEqual([]);
    expect(await getAdmin(member.userId)).toMatchObject({ is_active: true });
  });

  test("refuses unknown changes, roles and people", async () => {
    const boss = await makeMember({ role: "superadmin" });
    const member = await makeMember();
    for (const values of [
      { intent: "promote" },
      { intent: "set-role", role: "owner" },
      { intent: "set-role" },
      { intent: "disable", userId: "1" },
    ]) {
      expect(await changeAs(boss.userId, { userId: member.userId, ...values })).toEqual({
        ok: false,
        reason: "invalid",
      });
    }
    expect(await changeAs(boss.userId, { intent: "disable", userId: randomUUID() })).toEqual({
      ok: false,
      reason: "unknown",
    });
  });
});

describe("links", () => {
  test("an invitation is listed until it is withdrawn; its token is nowhere in the database", async () => {
    const boss = await makeMember({ role: "superadmin" });
    const actionContext = { db: context.db, actor: boss.userId, httpRequestId: "r", now };
    const invited = await inviteMember(actionContext, {
      values: { email: " New@Example.com", role: "staff" },
    });
    if (!invited.ok) throw new Error(invited.reason);
    expect((await listMembers(context.db, { now })).invitations).toEqual([
      { email: "new@example.com", role: "staff", expiresAt: new Date("2026-05-04T11:00:00Z") },
    ]);
    const token = invited.link.split("/").at(-1) ?? "";
    expect(token.length).toBeGreaterThan(40);
    for (const table of ["staff_links", "audit_log"])
      expect(
        await queryRows(
          context.db,
          `select 1 from ${table} t where t::text like '%' || $1 || '%'`,
          [token],
        ),
      ).toEqual([]);
    expect(await withdrawInvitation(actionContext, { email: "new@example.com" })).toEqual({
      ok: true,
      ended: 0,
    });
    expect((await listMembers(context.db, { now })).invitations).toEqual([]);
  });

  test("refuses to invite an address that has an account, or that is not valid", async () => {
    const boss = await makeMember({ role: "superadmin" });
    const invite = (email: string) =>
      inviteMember(
        { db: context.db, actor: boss.userId, httpRequestId: "r", now },
        { values: { email, role: "staff" } },
      );
    expect(await invite(boss.email.toUpperCase())).toEqual({ ok: false, reason: "email-taken" });
    expect(await invite("nobody")).toMatchObject({
      ok: false,
      reason: "fields",
      errors: { email: "Enter an email address." },
    });
  });

  test("a password link is for active members only, and stops working when the account is disabled", async () => {
    const boss = await makeMember({ role: "superadmin" });
    const member = await makeMember();
    const result = await changeAs(boss.userId, { intent: "send-reset", userId: member.userId });
    expect(result).toMatchObject({ ok: true, link: expect.stringMatching(/^\/backyard\/join\//) });
    await changeAs(boss.userId, { intent: "disable", userId: member.userId });
    expect(await queryRows(context.db, "select 1 from staff_links")).toEqual([]);
    expect(await changeAs(boss.userId, { intent: "send-reset", userId: member.userId })).toEqual({
      ok: false,
      reason: "disabled",
    });
  });
});

test("the list shows who is locked, by codes or by passwords, and unlocking opens both", async () => {
  const boss = await makeMember({ role: "superadmin" });
  const [lockedByCodes, lockedByPasswords] = [await makeMember(), await makeMember()];
  await context.db.$client.query("update admin_users set code_failures = $2 where user_id = $1", [
    lockedByCodes.userId,
    CODE_FAILURES_LIMIT,
  ]);
  for (let attempts = 0; attempts < 6; attempts++)
    await consumePasswordAttempt(context.db, {
      key: formatAttemptsKey("account", lockedByPasswords.email),
      now,
    });
  const listLocked = async () =>
    (await listMembers(context.db, { now })).members
      .filter(({ isLocked }) => isLocked)
      .map(({ userId }) => userId);
  expect((await listLocked()).sort()).toEqual(
    [lockedByCodes.userId, lockedByPasswords.userId].sort(),
  );
  for (const { userId } of [lockedByCodes, lockedByPasswords])
    expect(await changeAs(boss.userId, { intent: "unlock", userId })).toMatchObject({ ok: true });
  expect(await listLocked()).toEqual([]);
  expect(
    (await listMembers(context.db, { now })).members.find(
      ({ userId }) => userId === lockedByCodes.userId,
    ),
  ).toMatchObject({
    name: "Member",
    role: "staff",
    isActive: true,
    hasFactor: true,
    sessions: 1,
    lastSeenAt: now,
  });
});

test("a superadmin can end a member's sessions without changing the account", async () => {
  const boss = await makeMember({ role: "superadmin" });
  const member = await makeMember();
  expect(await changeAs(boss.userId, { intent: "end-sessions", userId: member.userId })).toEqual({
    ok: true,
    ended: 1,
  });
  expect(await countSessions(member.userId)).toBe(0);
  expect(await getAdmin(member.userId)).toMatchObject({ is_active: true, role: "staff" });
  expect(await listAuditRows(member.userId)).toMatchObject([
    { actor: boss.userId, action: "end-sessions", changes: { sessions: 1 } },
  ]);
  expect(await changeAs(boss.userId, { intent: "end-sessions", userId: boss.userId })).toEqual({
    ok: false,
    reason: "self",
  });
});

test("ending others' sessions and changing links or roles requires a password typed in the last ten minutes", async () => {
  const boss = await makeMember({ role: "superadmin" });
  const member = await makeMember();
  const pool = context.db.$client;
  await pool.query(
    "insert into staff_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values (gen_random_uuid(), $1::text, 'credential', $1::uuid, $2, $3, $3)",
    [boss.userId, await hashPassword("correct horse battery"), now],
  );
  const [session] = await queryRows<{ id: string }>(
    context.db,
    "select id from staff_sessions where user_id = $1",
    [boss.userId],
  );
  const securityEvents: string[] = [];
  const security = { record: (kind: string) => securityEvents.push(kind) };
  const services = { db: context.db, now: () => now, security } as unknown as Parameters<
    typeof handleMemberForm
  >[0];
  const send = (values: Record<string, string>, minutesAgo: number | null) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    const passwordAt =
      minutesAgo === null ? null : new Date(now.getTime() - minutesAgo * MINUTE_MS);
    return handleMemberForm(services, {
      form,
      staff: { userId: boss.userId, sessionId: session?.id ?? "", passwordAt },
      address: "203.0.113.9",
      httpRequestId: "r",
      origin: "http://localhost",
    });
  };
  const endSessions = { intent: "end-sessions", userId: member.userId };
  for (const minutesAgo of [null, 10, 600])
    expect(await send(endSessions, minutesAgo)).toMatchObject({
      message: expect.stringContaining("Type your password"),
      resubmit: endSessions,
    });
  const otherForms: Record<string, string>[] = [
    { intent: "invite", email: "new@example.com", role: "superadmin" },
    { intent: "set-role", userId: member.userId, role: "superadmin" },
    { intent: "send-reset", userId: member.userId },
    { intent: "factor-rule", rule: "nobody" },
  ];
  for (const values of otherForms)
    expect(await send(values, 11)).toMatchObject({ resubmit: values });
  expect(await send({ ...endSessions, password: "not this one" }, 11)).toEqual({
    message: "That is not your password.",
    resubmit: endSessions,
  });
  expect(await countSessions(member.userId)).toBe(2);
  expect(await send({ ...endSessions, password: "correct horse battery" }, 11)).toMatchObject({
    done: "The sessions of this person have ended.",
  });
  expect(await countSessions(member.userId)).toBe(0);
  expect(securityEvents).toEqual(["failed-password"]);
  // A password typed once counts for the next ten minutes.
  expect(
    await queryRows(context.db, "select password_at from staff_sessions where user_id = $1", [
      boss.userId,
    ]),
  ).toEqual([{ password_at: now }]);
  expect(await send({ intent: "unlock", userId: member.userId }, null)).toMatchObject({
    done: "The account is unlocked.",
  });
});
