import { expect, inject } from "vitest";
import { createRandomAddress } from "../send-raw.ts";
import { startBuiltSite, stopSite } from "../setup/built-site.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { APP_SECRET, createSignedInStaff, createStaff, PASSWORD } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const ATTEMPTS_PER_MINUTE = 60;

test("an address that tries many emails has to wait; people at other addresses can sign in meanwhile", async ({
  send,
  db,
  address,
}) => {
  const person = await createStaff(db, { role: "staff" });
  const signIn = (email: string, headers: Record<string, string> = {}) =>
    send("/backyard", {
      method: "POST",
      headers: { Origin: site(), ...headers },
      body: new URLSearchParams({ email, password: PASSWORD }),
    });
  const mustWait = async (email: string) =>
    (await (await signIn(email)).text()).includes("Too many tries: wait 1 minute, then try again.");
  // All attempts but two, which would take a busy machine longer than the minute they count for.
  await db.query("insert into rate_limits (key, window_start, hits) values ($1, now(), $2)", [
    `sign-in:${address}`,
    ATTEMPTS_PER_MINUTE - 2,
  ]);
  const results: boolean[] = [];
  for (const name of ["one", "two", "three"])
    results.push(await mustWait(`nobody-${name}@example.com`));
  expect(results).toEqual([false, false, true]);
  expect(await mustWait(person.email)).toBe(true);
  const fromOtherAddress = await signIn(person.email, { "X-Forwarded-For": createRandomAddress() });
  expect([fromOtherAddress.status, fromOtherAddress.headers.get("location")]).toEqual([
    302,
    "/backyard/dashboard",
  ]);
});

test("pages of the portal are never cached and never indexed", async ({ send, db }) => {
  const { headers } = await createSignedInStaff(db, "staff");
  for (const path of [
    "/backyard",
    "/backyard/dashboard",
    "/backyard/dashboard.data",
    "/backyard/nowhere",
  ]) {
    const response = await send(path, { headers });
    expect(
      [response.headers.get("cache-control"), response.headers.get("x-robots-tag")],
      path,
    ).toEqual(["no-store", "noindex, nofollow"]);
  }
  expect((await send("/backyard/dashboard", { headers })).status).toBe(200);
});

test("with a custom login path, the login is nowhere else when signed out", async ({ db }) => {
  const built = await startBuiltSite({
    DATABASE_URL: inject("sharedSite").databaseUrl,
    APP_SECRET,
    DATA_DIR: createTestFolder("login-path"),
    ADMIN_LOGIN_PATH: "/staff-door",
    CONTACT_SYNC_URL: "",
  });
  const { url } = built;
  try {
    const hidden = await fetch(`${url}/backyard`);
    const hiddenText = await hidden.text();
    expect([hidden.status, hiddenText.includes("Admin login")]).toEqual([404, false]);
    expect(hiddenText).not.toContain("manifest");
    for (const file of ["manifest.webmanifest", "sw.js"])
      expect(await (await fetch(`${url}/backyard/${file}`)).text()).not.toContain("staff-door");
    const loginPage = await fetch(`${url}/staff-door`);
    expect([
      loginPage.status,
      (await loginPage.text()).includes("Admin login"),
      loginPage.headers.get("cache-control"),
    ]).toEqual([200, true, "no-store"]);
    const dashboard = await fetch(`${url}/backyard/dashboard`, { redirect: "manual" });
    expect([dashboard.status, dashboard.headers.get("location")]).toEqual([302, "/staff-door"]);

    const { email } = await createStaff(db, { role: "staff" });
    const form = {
      method: "POST",
      redirect: "manual",
      headers: { Origin: url },
      body: new URLSearchParams({ email, password: PASSWORD }),
    } as const;
    expect((await fetch(`${url}/backyard`, form)).status).toBe(404);
    const signedIn = await fetch(`${url}/staff-door`, form);
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([
      302,
      "/backyard/dashboard",
    ]);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((setCookie) => setCookie.split(";")[0])
      .join("; ");
    const redirected = await fetch(`${url}/staff-door`, {
      redirect: "manual",
      headers: { Cookie: cookie },
    });
    expect(redirected.headers.get("location")).toBe("/backyard/dashboard");
  } finally {
    await stopSite(built);
  }
});

test("a wrong password and an unknown email get the same response", async ({ db }) => {
  const { email } = await createStaff(db, { role: "staff" });
  const visitor = createVisitor();
  for (const typedEmail of [email, "unknown@example.com"]) {
    const failure = await visitor.submit("/backyard", {
      email: typedEmail,
      password: "not this one",
    });
    expect(failure.status).toBe(400);
    expect(failure.text).toContain("Login failed");
    expect(failure.html).toContain(`value="${typedEmail}"`);
  }
});

const DENIED = "Access denied. Admin privileges required.";

test("without an active admin record nobody stays signed in", async ({ db }) => {
  for (const person of [
    await createStaff(db, { role: null }),
    await createStaff(db, { role: "staff", isActive: false }),
  ]) {
    const { email, password } = person;
    expect((await createVisitor().submit("/backyard", { email, password })).text).toContain(DENIED);
    const { rows } = await db.query("select 1 from staff_sessions where user_id = $1", [
      person.userId,
    ]);
    expect(rows).toEqual([]);
  }
});

test("disabling an account ends its session at the next request, and the login says why", async ({
  db,
}) => {
  const person = await createSignedInStaff(db, "staff");
  const visitor = createVisitor(person);
  expect((await visitor.open("/backyard/dashboard")).status).toBe(200);
  await db.query("update admin_users set is_active = false where user_id = $1", [person.userId]);
  const redirect = await visitor.open("/backyard/dashboard");
  expect(redirect.status).toBe(302);
  expect((await visitor.open(redirect.location ?? "")).text).toContain(DENIED);
  const secondVisit = await visitor.open("/backyard/dashboard");
  expect([secondVisit.status, secondVisit.location]).toEqual([302, "/backyard"]);
});

test("a reviewer signs in, sees what the role may not do, and signs out", async ({ db }) => {
  const { email, password } = await createStaff(db, { role: "reviewer" });
  const visitor = createVisitor();
  await visitor.submit("/backyard", { email, password });
  const denied = await visitor.open("/backyard/dashboard");
  expect(denied.status).toBe(403);
  expect(denied.text).toContain("Access Denied");
  expect(denied.text).toContain(
    "Your role (reviewer) does not have sufficient privileges for this area.",
  );
  expect(denied.html).toMatch(/<form[^>]*action="\/backyard\/sign-out"/);
  expect((await visitor.submit("/backyard/sign-out", {})).location).toBe("/backyard");
  expect((await visitor.open("/backyard")).text).toContain("Email");
});

test("after five wrong passwords nobody gets in from any address for a minute, but a known browser does", async ({
  db,
}) => {
  const { email, password } = await createStaff(db, { role: "staff" });
  const knownBrowser = createVisitor();
  await knownBrowser.submit("/backyard", { email, password });
  await knownBrowser.submit("/backyard/sign-out", {});
  for (let attempt = 1; attempt <= 5; attempt++) {
    const failure = await createVisitor().submit("/backyard", {
      email,
      password: `wrong ${attempt}`,
    });
    expect(failure.text).toContain("Login failed");
  }
  expect((await createVisitor().submit("/backyard", { email, password })).text).toContain(
    "Too many tries: wait 1 minute, then try again.",
  );
  const signedIn = await knownBrowser.submit("/backyard", { email, password });
  expect([signedIn.status, signedIn.location]).toEqual([302, "/backyard/dashboard"]);
});

test("an invitation link creates an account once", async ({ db }) => {
  const token = `token-${Date.now()}`;
  const email = `${token}@example.com`;
  await db.query(
    "insert into staff_links (token_hash, purpose, email, role, expires_at, created_by, created_at) values (rtrim(translate(encode(sha256($1), 'base64'), '+/', '-_'), '='), 'invite', $2, 'staff', now() + interval '1 hour', 'test', now())",
    [Buffer.from(token), email],
  );
  const visitor = createVisitor();
  const path = `/backyard/join/${token}`;
  const password = "a long enough password";
  const invalid = await visitor.submit(path, { name: "New Person", password: "short" });
  expect(invalid.status).toBe(400);
  expect(invalid.text).toContain("Choose a password of at least 12 characters.");
  expect(invalid.html).toContain('value="New Person"');
  const joined = await visitor.submit(path, { name: "New Person", password });
  expect(joined.status).toBe(303);
  expect((await visitor.open(joined.location ?? "")).text).toContain(
    "Your account is ready. Please sign in.",
  );
  const signedIn = await visitor.submit("/backyard", { email, password });
  expect([signedIn.status, signedIn.location]).toEqual([302, "/backyard/dashboard"]);
  const usedLink = await createVisitor().open(path);
  expect(usedLink.status).toBe(404);
  expect(usedLink.text).toContain("It has been used, or it is older than an hour.");
});
