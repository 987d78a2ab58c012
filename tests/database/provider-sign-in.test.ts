import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { confirmFactor, startFactor } from "#app/features/provider-accounts/factor.server.ts";
import { invitePerson } from "#app/features/provider-accounts/invitations.server.ts";
import { mailSignIns } from "#app/features/provider-accounts/mail-sign-ins.server.ts";
import { changePerson, type PersonChange } from "#app/features/provider-accounts/people.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { openTestDatabase } from "../factories.ts";
import { startSmtp } from "../fakes/smtp.ts";
import { buildMailApp } from "../mail-app.ts";
import { buildSignInContext, createProviderBrowser } from "../provider-browser.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { insertProvider } from "../providers.ts";
import { computeTotp } from "../staff.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let clock: Date;
const db = () => (context as NonNullable<typeof context>).db;
const smtp = await startSmtp();
afterAll(async () => {
  await context?.close();
  await smtp.close();
});
beforeEach(async () => {
  // Codes of authenticators depend on the real time.
  clock = new Date();
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp.mails.length = 0;
});

const getContext = () => buildSignInContext(db(), clock);
const openBrowser = (address?: string) => createProviderBrowser(getContext, address);
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

/** Sends the mails that are due. @returns link and code of the newest one */
async function readMail() {
  await mailSignIns(buildMailApp({ db: db(), now: () => clock, env: { SMTP_URL: smtp.url } }));
  const { data = "", to } = smtp.mails.at(-1) ?? { to: [] };
  const [, token = ""] = /\/pro\/sign-in\/([\w-]+)/.exec(data.replaceAll("=\r\n", "")) ?? [];
  const [, first, last] = /(\d{3}) (\d{3}) is your sign-in code/.exec(data) ?? [];
  return { token, code: `${first}${last}`, to, count: smtp.mails.length };
}
const createPerson = () => createSignedInPerson(db().$client as never);

test("the link signs in, once, in the browser that asked for it", async () => {
  const person = await createPerson();
  const browser = openBrowser();
  expect(
    await browser.submit({ intent: "start", email: ` ${person.email.toUpperCase()} ` }),
  ).toMatchObject({ ok: true, to: "/pro" });
  const mail = await readMail();
  expect(mail.to).toEqual([person.email]);
  expect(await browser.submitLink(mail.token, { intent: "link" })).toMatchObject({
    ok: true,
    to: "/pro/today",
  });
  expect(await browser.getPerson()).toMatchObject({
    userId: person.userId,
    providerId: person.providerId,
  });
  expect(await browser.submitLink(mail.token, { intent: "link" })).toMatchObject({ status: 409 });
  expect(await openBrowser().submitLink(mail.token, { code: mail.code })).toMatchObject({
    status: 409,
  });
});

test("in another browser the link spends nothing and asks for the code of the same mail", async () => {
  const person = await createPerson();
  const [asked, other] = [openBrowser(), openBrowser()];
  await asked.submit({ intent: "start", email: person.email });
  const { token, code } = await readMail();
  expect(await other.submitLink(token, { intent: "link" })).toMatchObject({ ok: false });
  expect(await other.getPerson()).toBeNull();
  // The browser that asked can still use it; here the other one types the code.
  expect(
    await other.submitLink(token, { code: `${code.slice(0, 3)} ${code.slice(3)}` }),
  ).toMatchObject({ ok: true });
  expect((await other.getPerson())?.userId).toBe(person.userId);
  expect(await asked.getPerson()).toBeNull();
});

test("the code signs in where it was asked for, and leads to the page that was wanted", async () => {
  const person = await createPerson();
  const browser = openBrowser();
  await browser.submit({ intent: "start", email: person.email, next: "/pro/credits" });
  const { code } = await readMail();
  expect(await browser.submit({ intent: "code", code })).toMatchObject({ to: "/pro/credits" });
  const away = openBrowser();
  await away.submit({ intent: "start", email: person.email, next: "//evil.example/pro/" });
  expect(await away.submit({ intent: "code", code: (await readMail()).code })).toMatchObject({
    to: "/pro/today",
  });
});

test("after five wrong codes the right one is worthless too, also for fifteen tries at once", async () => {
  const person = await createPerson();
  const browser = openBrowser();
  await browser.submit({ intent: "start", email: person.email });
  const { code } = await readMail();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const tries = await Promise.all(
    Array.from({ length: 15 }, () => browser.submit({ intent: "code", code: wrong })),
  );
  expect(tries.every(({ ok }) => !ok)).toBe(true);
  expect(await browser.submit({ intent: "code", code })).toMatchObject({ ok: false });
  expect(await browser.getPerson()).toBeNull();
});

test("link and code end after fifteen minutes, and a session after two weeks without use", async () => {
  const person = await createPerson();
  const browser = openBrowser();
  await browser.submit({ intent: "start", email: person.email });
  const { token, code } = await readMail();
  pass(15 * MINUTE_MS + 1_000);
  expect(await browser.submitLink(token, { intent: "link" })).toMatchObject({ ok: false });
  expect(await browser.submit({ intent: "code", code })).toMatchObject({ ok: false });
  await browser.submit({ intent: "start", email: person.email });
  await browser.submit({ intent: "code", code: (await readMail()).code });
  expect(await browser.getPerson()).not.toBeNull();
  pass(14 * DAY_MS + 1_000);
  expect(await browser.getPerson()).toBeNull();
});

test("an unknown address gets the same answer and no mail; the sixth start from one network is refused for both", async () => {
  const person = await createPerson();
  for (const email of ["nobody@pro.example", person.email]) {
    const browser = openBrowser();
    const replies = [];
    for (let start = 0; start < 6; start += 1)
      replies.push(await browser.submit({ intent: "start", email }));
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    expect(await browser.getStep()).toBe("confirm");
    await readMail();
  }
  expect(smtp.mails.map(({ to }) => to[0])).toEqual(Array(5).fill(person.email));
});

test("an invitation names no address, is used once, and lasts seven days", async () => {
  const { id: providerId } = await insertProvider(db().$client as never);
  const invite = async () => {
    const result = await invitePerson(getContext(), {
      providerId,
      role: "member",
      invitedBy: null,
    });
    return result.ok ? result.token : "";
  };
  const token = await invite();
  const [ann, bob] = [openBrowser(), openBrowser()];
  expect(await ann.join(token, { name: "Ann", email: "ann@pro.example" })).toMatchObject({
    ok: true,
  });
  const first = await readMail();
  await bob.join(token, { name: "Bob", email: "bob@pro.example" });
  const second = await readMail();
  // Both have a code; the invitation is for the one who is first.
  const results = await Promise.all([
    ann.submit({ intent: "code", code: first.code }),
    bob.submit({ intent: "code", code: second.code }),
  ]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(
    [await ann.getPerson(), await bob.getPerson()].filter(Boolean).map((person) => person?.role),
  ).toEqual(["member"]);
  expect(await openBrowser().join(token, { name: "Cam", email: "cam@pro.example" })).toMatchObject({
    ok: false,
  });
  const late = await invite();
  pass(7 * DAY_MS + 1_000);
  expect(await openBrowser().join(late, { name: "Dee", email: "dee@pro.example" })).toMatchObject({
    ok: false,
  });
});

test("an address of another company cannot join, and nothing is spent", async () => {
  const other = await createPerson();
  const { id: providerId } = await insertProvider(db().$client as never);
  const invited = await invitePerson(getContext(), { providerId, role: "owner", invitedBy: null });
  const token = invited.ok ? invited.token : "";
  const browser = openBrowser();
  await browser.join(token, { name: "Ann", email: other.email });
  expect(await browser.submit({ intent: "code", code: (await readMail()).code })).toMatchObject({
    ok: false,
    message: expect.stringContaining("another company"),
  });
  const right = openBrowser();
  await right.join(token, { name: "Ann", email: "ann@pro.example" });
  expect(await right.submit({ intent: "code", code: (await readMail()).code })).toMatchObject({
    ok: true,
  });
});

test("with a second factor, link or code are not enough; each code of the app works once", async () => {
  const person = await createPerson();
  const self = { ...person, id: person.userId };
  const setup = await startFactor(getContext(), { person: self, issuer: "Henry" });
  const secret = setup?.secret ?? "";
  const recovery = await confirmFactor(getContext(), {
    person: self,
    code: computeTotp(secret, -1),
  });
  expect(recovery).toHaveLength(10);

  const signInTo = async (step: Record<string, string>) => {
    const browser = openBrowser();
    await browser.submit({ intent: "start", email: person.email });
    const { token } = await readMail();
    await browser.submitLink(token, { intent: "link" });
    expect(await browser.getPerson()).toBeNull();
    expect(await browser.getStep()).toBe("factor");
    const reply = await browser.submit(step);
    return { reply, person: await browser.getPerson() };
  };
  const code = computeTotp(secret);
  expect((await signInTo({ intent: "factor", code })).person).not.toBeNull();
  // The same code, shown for half a minute, is refused; so is the one that turned the factor on.
  expect((await signInTo({ intent: "factor", code })).reply).toMatchObject({ ok: false });
  const [backup = ""] = recovery ?? [];
  expect(
    (await signInTo({ intent: "recovery", code: backup.toUpperCase() })).person,
  ).not.toBeNull();
  expect((await signInTo({ intent: "recovery", code: backup })).reply).toMatchObject({ ok: false });
});

test("wrong codes of the app lock it for a while", async () => {
  const person = await createPerson();
  const self = { ...person, id: person.userId };
  const setup = await startFactor(getContext(), { person: self, issuer: "Henry" });
  const secret = setup?.secret ?? "";
  await confirmFactor(getContext(), { person: self, code: computeTotp(secret, -1) });
  const browser = openBrowser();
  await browser.submit({ intent: "start", email: person.email });
  await browser.submit({ intent: "code", code: (await readMail()).code });
  for (let count = 0; count < 5; count += 1)
    await browser.submit({ intent: "factor", code: computeTotp(secret, 9) });
  expect(await browser.submit({ intent: "factor", code: computeTotp(secret) })).toMatchObject({
    ok: false,
    message: expect.stringContaining("too many wrong codes"),
  });
  expect(await browser.getPerson()).toBeNull();
});

test("who is deactivated is signed out, and the last owner stays", async () => {
  const owner = await createPerson();
  const change = (userId: string, kind: PersonChange) =>
    changePerson(getContext(), {
      providerId: owner.providerId,
      userId,
      change: kind,
      byUserId: owner.userId,
    });
  expect(await change(owner.userId, "make-member")).toEqual({ ok: false, reason: "last-owner" });
  const member = await createSignedInPerson(db().$client as never, {
    role: "member",
    providerId: owner.providerId,
  });
  expect(await change(member.userId, "make-owner")).toEqual({ ok: true });
  // Two owners who remove each other at once: one stays.
  const results = await Promise.all([
    change(owner.userId, "deactivate"),
    change(member.userId, "deactivate"),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await db().$client.query(
    "select count(*)::int as sessions from provider_sessions s join provider_users u on u.id = s.user_id where not u.is_active",
  );
  expect(rows).toEqual([{ sessions: 0 }]);
  // Who has no access any more can be deleted, and only they.
  const [gone, stays] = results[0]?.ok ? [owner, member] : [member, owner];
  expect(await change(stays.userId, "delete")).toMatchObject({ ok: false });
  expect(await change(gone.userId, "delete")).toEqual({ ok: true });
  const left = await db().$client.query("select id from provider_users");
  expect(left.rows).toEqual([{ id: stays.userId }]);
});

test("of sixty starts at once for one mailbox five are taken from a network, and thirty in all", async () => {
  const person = await createPerson();
  const start = (address: string) =>
    openBrowser(address).submit({ intent: "start", email: person.email });
  const near = await Promise.all(Array.from({ length: 20 }, () => start("203.0.113.9")));
  expect(near.filter(({ ok }) => ok)).toHaveLength(5);
  const far = await Promise.all(
    Array.from({ length: 40 }, (_, index) => start(`198.51.100.${index}`)),
  );
  expect(far.filter(({ ok }) => ok)).toHaveLength(25);
  // Somebody elsewhere who used up their mails has not used up the person's own.
  pass(61 * MINUTE_MS);
  expect(await start("192.0.2.1")).toMatchObject({ ok: true });
});

test("ten wrong codes leave only the link, in the browser that asked", async () => {
  const person = await createPerson();
  const guess = async (address: string) => {
    const browser = openBrowser(address);
    await browser.submit({ intent: "start", email: person.email });
    const { code } = await readMail();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let count = 0; count < 4; count += 1)
      await browser.submit({ intent: "code", code: wrong });
  };
  for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) await guess(address);
  const own = openBrowser("192.0.2.1");
  await own.submit({ intent: "start", email: person.email });
  const { token, code } = await readMail();
  expect(await own.submit({ intent: "code", code })).toMatchObject({
    ok: false,
    message: expect.stringContaining("too many wrong codes for this address"),
  });
  expect(await own.submitLink(token, { intent: "link" })).toMatchObject({ ok: true });
});

test("a mailbox that refuses keeps nobody else waiting", async () => {
  const [full, other] = [await createPerson(), await createPerson()];
  smtp.fail((step, argument) =>
    step === "RCPT" && argument === full.email ? { step, code: 452 } : null,
  );
  await openBrowser().submit({ intent: "start", email: full.email });
  await openBrowser().submit({ intent: "start", email: other.email });
  await readMail();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[other.email]]);
  smtp.fail(null);
  pass(3_000);
  expect((await readMail()).to).toEqual([full.email]);
});

test("an owner's invitations end when somebody takes their rights away", async () => {
  const [ann, bob] = [
    await createPerson(),
    await createSignedInPerson(db().$client as never, { role: "owner" }),
  ];
  await db().$client.query("update provider_users set provider_id = $1 where id = $2", [
    ann.providerId,
    bob.userId,
  ]);
  const { providerId } = ann;
  const invited = await invitePerson(getContext(), {
    ...{ providerId, role: "owner" as const, invitedBy: bob.userId },
  });
  await changePerson(getContext(), {
    ...{ providerId, userId: bob.userId, change: "deactivate" as const, byUserId: ann.userId },
  });
  const token = invited.ok ? invited.token : "";
  expect(await openBrowser().join(token, { name: "Bob", email: "b@pro.example" })).toMatchObject({
    ok: false,
  });
  // Staff may cut off the only owner that is left, too.
  expect(
    await changePerson(getContext(), {
      ...{ providerId, userId: ann.userId, change: "deactivate" as const, byUserId: null },
    }),
  ).toEqual({ ok: true });
});
