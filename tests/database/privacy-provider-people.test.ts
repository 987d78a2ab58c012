import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { handlePersonForm } from "#app/features/privacy/actions.server.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { loadPersonPage } from "#app/features/privacy/loaders.server.ts";
import { erasePerson } from "#app/features/privacy/mutations.server.ts";
import { createPersonToken, parsePerson } from "#app/features/privacy/person-token.server.ts";
import type { Person } from "#app/features/privacy/schema.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { insertProvider } from "../providers.ts";

const staffId = randomUUID();
const now = new Date("2026-03-01T12:00:00Z");
const EMAIL = "zoe.quill@pipes.example";
const TRACES = ["zoe.quill", "quillfeather"];

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const run = (text: string, values: unknown[]) => db().$client.query(text, values);

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const act = () => ({
  ...{ db: db(), contactKeys, actor: staffId, now },
  env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
});
const toPerson = (contact: string) => parsePerson(contact) as Person;
const createToken = (contact: string) =>
  createPersonToken(contactKeys, { person: toPerson(contact), staffId, now });
async function find(contact: string) {
  const app = { ...act(), now: () => now };
  const token = createToken(contact);
  const page = await loadPersonPage(app, { token, staffId, timeZone: "America/New_York" });
  if (page.state !== "found") throw new Error(page.state);
  return page;
}
const download = async (contact: string, format = "json") =>
  (
    await exportPerson(act(), {
      query: new URLSearchParams({ format, person: createToken(contact) }),
    })
  ).text();
const erase = (contact: string) => {
  const form = new FormData();
  form.set("intent", "erase");
  form.set("person", createToken(contact));
  form.set("confirm", "ERASE");
  return handlePersonForm(act(), { form });
};

/** Somebody of a company with one row of every kind; whatever must stay secret begins with "secret-". */
async function addPerson() {
  const { id: providerId, name: company } = await insertProvider(db().$client, {
    contact_name: "Zoe Quillfeather",
    contact_email: "Zoe.Quill@pipes.example",
  });
  const [userId, colleagueId] = [randomUUID(), randomUUID()];
  await run(
    `insert into provider_users (id, provider_id, email, name, role, totp_secret, totp_confirmed_at, recovery_codes, created_at)
     values ($1, $3, $4, 'Zoe Quillfeather', 'owner', 'secret-seed', $5, '{secret-code}', $5),
       ($2, $3, 'ulf@pipes.example', 'Ulf Marrowby', 'member', null, null, '{}', $5)`,
    [userId, colleagueId, providerId, EMAIL, now],
  );
  await run(
    `insert into provider_sessions (id, token_hash, user_id, user_agent, created_at, last_used_at, expires_at)
     values (gen_random_uuid(), 'secret-session', $1, 'Safari', $2, $2, $3)`,
    [userId, now, new Date("2026-03-15T12:00:00Z")],
  );
  await run(
    `insert into provider_invitations (id, token_hash, provider_id, role, created_by, invited_by, used_by, created_at, expires_at)
     values (gen_random_uuid(), 'secret-invitation', $1, 'owner', 'staff', null, $2, $3, $3),
       (gen_random_uuid(), 'secret-other', $1, 'member', 'owner', $2, $4, $3, $3)`,
    [providerId, userId, now, colleagueId],
  );
  await addSignIn(EMAIL, userId);
  await run(
    `insert into provider_changes (id, provider_id, changes, requested_by, created_at, state, decided_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 'accepted', $4)`,
    [
      providerId,
      JSON.stringify({ contact_email: { before: "ulf@pipes.example", after: EMAIL } }),
      userId,
      now,
    ],
  );
  await run(
    `insert into push_subscriptions (id, provider_user_id, endpoint, encrypted_keys, browser_hash, user_agent, created_at)
     values (gen_random_uuid(), $1, 'https://push.example/secret-endpoint', 'secret-keys', 'secret-browser', 'Safari', $2)`,
    [userId, now],
  );
  return { providerId, company, userId, colleagueId };
}
const addSignIn = (email: string, userId: string | null) =>
  run(
    `insert into provider_sign_ins (id, email, user_id, name, link_hash, code_hash, browser_hash, created_at, expires_at, next_mail_at)
     values (gen_random_uuid(), $1, $2, 'Zoe Quillfeather', 'secret-link', 'secret-digits', 'secret-start', $3, $3, $3)`,
    [email, userId, now],
  );

/** Tables with a word about the person in any column. */
async function listTraces(): Promise<string[]> {
  const { owner } = context as NonNullable<typeof context>;
  const tables = await queryRows<{ name: string }>(
    owner,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows(
      owner,
      `select from "${name}" t where lower(t::text) like any($1) limit 1`,
      [TRACES.map((word) => `%${word}%`)],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("staff find a provider's person by their address, however it is written", async () => {
  const { providerId, company } = await addPerson();
  const { providerPerson, providerSignIns, companies } = await find(" Zoe.Quill@Pipes.Example");
  expect(companies).toMatchObject([{ id: providerId, company, contactName: "Zoe Quillfeather" }]);
  expect(providerPerson).toMatchObject({
    ...{ name: "Zoe Quillfeather", company, providerId, isActive: true, isOnlyOwner: true },
  });
  expect(providerSignIns).toBe(1);
  expect((await find("ulf@pipes.example")).providerPerson).toMatchObject({ isOnlyOwner: false });
  for (const other of ["zoe.quill@pipes.example.org", "(404) 555-0123"])
    expect((await find(other)).providerPerson).toBeNull();
  expect((await find("404-555-0123")).companies).toMatchObject([{ id: providerId }]);
});

test("the export has the account and what belongs to it, and nothing with which somebody could act as them", async () => {
  const { company } = await addPerson();
  const text = await download(EMAIL);
  const json = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  expect(json.providerPeople).toMatchObject([
    { company, email: EMAIL, name: "Zoe Quillfeather", role: "owner", mailsOffers: true },
  ]);
  expect(json.providerSessions).toMatchObject([{ userAgent: "Safari" }]);
  expect(json.providerInvitations).toMatchObject([
    { role: "owner", madeByPerson: false },
    { role: "member", madeByPerson: true },
  ]);
  expect(json.providerSignIns).toMatchObject([{ email: EMAIL, name: "Zoe Quillfeather" }]);
  expect(json.providerDevices).toMatchObject([{ userAgent: "Safari" }]);
  expect(json.providerContacts).toMatchObject([{ company, contactName: "Zoe Quillfeather" }]);
  expect(json.providerAddressChanges).toMatchObject([{ role: "new", state: "accepted" }]);
  expect(await download(EMAIL, "csv")).toContain("providerPeople,1,name,Zoe Quillfeather");
  for (const file of [text, await download(EMAIL, "csv")])
    expect(file.toLowerCase()).not.toMatch(/secret|hash|recovery|marrowby/);
});

test("erasing a person deletes the account of a company's only owner, and nobody else's", async () => {
  const { userId, providerId, colleagueId } = await addPerson();
  expect(await listTraces()).toEqual([
    ...["provider_changes", "provider_sign_ins", "provider_users", "providers"],
  ]);
  expect(await erase(EMAIL)).toMatchObject({ ok: true, requests: 0, wasProviderPerson: true });
  expect(await listTraces()).toEqual([]);
  for (const table of ["provider_sessions", "provider_sign_ins", "push_subscriptions"])
    expect(await queryRows(db(), `select * from ${table}`), table).toEqual([]);
  expect(await queryRows(db(), "select id from provider_users")).toEqual([{ id: colleagueId }]);
  expect(
    await queryRows(db(), "select action, entity_id, changes from audit_log order by action"),
  ).toMatchObject([
    { action: "erase-contact", entity_id: providerId },
    { action: "erase-person", changes: { wasProviderPerson: true } },
    { action: "person-delete", entity_id: providerId, changes: { person: userId } },
  ]);
  expect(await find(EMAIL)).toMatchObject({ providerPerson: null, providerSignIns: 0 });
});

test("a sign-in with an address that has no account is found and erased", async () => {
  await addSignIn(EMAIL, null);
  expect(await find(EMAIL)).toMatchObject({ providerPerson: null, providerSignIns: 1 });
  expect(JSON.parse(await download(EMAIL)).providerSignIns).toMatchObject([{ email: EMAIL }]);
  expect(await erase(EMAIL)).toMatchObject({ ok: true, wasProviderPerson: false });
  expect(await listTraces()).toEqual([]);
});

test("a customer who has their details deleted deletes no account of a provider's person", async () => {
  const { userId } = await addPerson();
  const request = await storeRequest(db(), { now, values: { email: EMAIL } });
  expect(request).toMatchObject({ ok: true });
  const person = toPerson(EMAIL);
  expect(await erasePerson(act(), { person, isByCustomer: true })).toMatchObject({
    ...{ ok: true, requests: 1, wasProviderPerson: false },
  });
  expect(await queryRows(db(), "select id from provider_users where email = $1", [EMAIL])).toEqual([
    { id: userId },
  ]);
});
