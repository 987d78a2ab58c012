import { expect, inject } from "vitest";
import { createRandomAddress } from "../send-raw.ts";
import { startBuiltSite, stopSite } from "../setup/built-site.ts";
import { testDataDir } from "../setup/database.ts";
import { createSignedInStaff, createStaff, PASSWORD } from "../staff.ts";
import { site, test } from "./http-client.ts";

const TRIES_A_MINUTE = 60;

test("an address that tries many e-mails has to wait; people at other addresses can sign in meanwhile", async ({
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
  // As after all tries but two, which would take a busy machine longer than the minute they count for.
  await db.query("insert into rate_limits (key, window_start, hits) values ($1, now(), $2)", [
    `sign-in:${address}`,
    TRIES_A_MINUTE - 2,
  ]);
  const waits: boolean[] = [];
  for (const name of ["one", "two", "three"])
    waits.push(await mustWait(`nobody-${name}@example.com`));
  expect(waits).toEqual([false, false, true]);
  expect(await mustWait(person.email)).toBe(true);
  const elsewhere = await signIn(person.email, { "X-Forwarded-For": createRandomAddress() });
  expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([
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
    const answer = await send(path, { headers });
    expect([answer.headers.get("cache-control"), answer.headers.get("x-robots-tag")], path).toEqual(
      ["no-store", "noindex, nofollow"],
    );
  }
  expect((await send("/backyard/dashboard", { headers })).status).toBe(200);
});

test("with a custom login path, nobody who is signed out finds the login anywhere else", async ({
  db,
}) => {
  const built = await startBuiltSite({
    DATABASE_URL: inject("sharedSite").databaseUrl,
    DATA_DIR: testDataDir("login-path"),
    ADMIN_LOGIN_PATH: "/staff-door",
    CONTACT_SYNC_URL: "",
  });
  const { url } = built;
  try {
    const hidden = await fetch(`${url}/backyard`);
    expect([hidden.status, (await hidden.text()).includes("Admin login")]).toEqual([404, false]);
    const door = await fetch(`${url}/staff-door`);
    expect([
      door.status,
      (await door.text()).includes("Admin login"),
      door.headers.get("cache-control"),
    ]).toEqual([200, true, "no-store"]);
    const guarded = await fetch(`${url}/backyard/dashboard`, { redirect: "manual" });
    expect([guarded.status, guarded.headers.get("location")]).toEqual([302, "/staff-door"]);

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
      .map((line) => line.split(";")[0])
      .join("; ");
    const back = await fetch(`${url}/staff-door`, {
      redirect: "manual",
      headers: { Cookie: cookie },
    });
    expect(back.headers.get("location")).toBe("/backyard/dashboard");
  } finally {
    await stopSite(built);
  }
});
