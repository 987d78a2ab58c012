import { randomUUID } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createContactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import { getConnection, saveConnection } from "#app/features/crm/highlevel/connections.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { deliverDue } from "#app/features/crm/outbox/deliver.server.ts";
import { createStopLink, optOutByLink } from "#app/features/privacy/stop-link.server.ts";
import {
  confirmFactor,
  removeFactor,
  startFactor,
} from "#app/features/provider-accounts/factor.server.ts";
import { listKeys } from "#app/features/providers/profile/queries.server.ts";
import { saveKey } from "#app/features/providers/profile/save-settings.server.ts";
import { addRequestKey, openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { secretJobs } from "#app/features/secrets/jobs.server.ts";
import { openContactKeys } from "#app/features/secrets/open-contact-keys.server.ts";
import { rotateSecret } from "#app/features/secrets/rotate-secret.server.ts";
import { upgradeHashes } from "#app/features/secrets/upgrade-hashes.server.ts";
import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { deriveKey, deriveKeys } from "#app/lib/secret.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { type ContactSyncFake, startContactSync } from "../fakes/contact-sync.ts";
import { buildSignInContext } from "../provider-browser.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { computeTotp } from "../staff.ts";

const OLD = "the old secret of this site, long enough";
const NEW = "the new secret of this site, long enough";
const THIRD = "a third secret of this site, long enough";
const PHONE = "(404) 555-0123";
const E164 = "+14045550123";
const start = new Date("2026-03-01T12:00:00Z");
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let crm: ContactSyncFake;
let keys: ContactKeys;
const db = () => context.db;

beforeEach(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  crm = await startContactSync({ key: "sync-key", secret: "sync-secret" });
  keys = await openContactKeys(db(), { secret: OLD, now: start });
});
afterEach(async () => {
  await crm.close();
  await context.close();
});

const rotate = (
  oldSecret = OLD,
  newSecret = NEW,
  options: { onProgress?: (rows: number) => void } = {},
) =>
  rotateSecret(
    { db: db(), actor: "command-line", now: minutesLater(60) },
    { oldSecret, newSecret, ...options },
  );
async function store(contactKeys: ContactKeys, options: Parameters<typeof storeRequest>[1] = {}) {
  const result = await storeRequest(db(), { now: start, contactKeys, ...options });
  if (!result.ok || !result.key) throw new Error("not stored");
  return { id: result.id, key: result.key };
}
const stop = (contactKeys: ContactKeys, now: Date, phone = PHONE) =>
  suppressContact(db(), { phone, source: "test", now, contactKeys });
/** Delivers what is due at that time. @returns the customers that the CRM got */
async function deliver(now: Date): Promise<string[]> {
  await deliverDue({
    db: db(),
    target: createContactSyncTarget({ db: db(), config: crm, now: () => now }),
    log: createLogger("silent"),
    now: () => now,
    random: () => 0.5,
  });
  return crm.calls.splice(0).map(({ body }) => JSON.stringify(body));
}
const listVersions = () =>
  queryRows(
    db(),
    `select 'requests' as of, contact_key_version as version, count(*)::int as rows from service_requests group by 2
     union all select 'keys', key_version, count(*)::int from request_keys group by 2
     union all select 'opt-outs', key_version, count(*)::int from suppressions group by 2
     order by 1, 2`,
  );

test("version 1 is the key of before, so hashes that are stored already stay valid", () => {
  expect(keys).toEqual([deriveKey(OLD, "contact-hash")]);
});

test("a start with another secret is refused with one sentence that names the command", async () => {
  await expect(openContactKeys(db(), { secret: NEW, now: start })).rejects.toThrow(
    /^APP_SECRET does not fit this database.*npm run rotate-secret.*OLD_APP_SECRET/,
  );
  expect(await openContactKeys(db(), { secret: OLD, now: start })).toEqual(keys);
});

test("after a rotation an opt-out still holds, and a later request still lifts it", async () => {
  await store(keys);
  await stop(keys, minutesLater(1));
  expect(await rotate()).toMatchObject({ ok: true, version: 2, rows: 3 });
  const rotated = await openContactKeys(db(), { secret: NEW, now: start });
  expect(await deliver(minutesLater(90))).toEqual([]);
  await store(rotated, { now: minutesLater(100), values: { description: "Asked again" } });
  expect(await deliver(minutesLater(110))).toEqual([expect.stringContaining("Asked again")]);
});

test("a stop link from before a rotation stops requests from before and after it", async () => {
  const env = parseEnv({ PUBLIC_URL: "https://henry.example" });
  const link = createStopLink({ env, contactKeys: keys }, { phone: PHONE }) ?? "";
  await store(keys);
  await rotate();
  await rotate(NEW, THIRD);
  const rotated = await openContactKeys(db(), { secret: THIRD, now: start });
  await store(rotated, { now: minutesLater(1) });
  const token = link.split("/").at(-1) ?? "";
  const action = { db: db(), contactKeys: rotated, now: minutesLater(100), httpRequestId: "r" };
  expect(await optOutByLink(action, { token })).toEqual({ ok: true });
  expect(await deliver(minutesLater(110))).toEqual([]);

  const newest = createStopLink({ env, contactKeys: rotated }, { phone: PHONE }) ?? "";
  expect(await optOutByLink(action, { token: newest.split("/").at(-1) ?? "" })).toEqual({
    ok: true,
  });
  const rows = await queryRows(db(), "select distinct contact_hash, key_version from suppressions");
  expect(rows).toEqual([{ contact_hash: hashContact(rotated, E164), key_version: 3 }]);
  const forged = Buffer.from(token, "base64url");
  forged[0] = (forged[0] ?? 0) | 4;
  expect(await optOutByLink(action, { token: forged.toString("base64url") })).toEqual({
    ok: false,
    reason: "link",
  });
});

test("customers' pages and reply addresses open with the keys from before and after a rotation", async () => {
  const before = await store(keys);
  const reply = await addRequestKey(db(), keys, {
    requestId: before.id,
    madeFor: "mail",
    purpose: "reply",
    now: start,
  });
  await rotate();
  const contactKeys = await openContactKeys(db(), { secret: NEW, now: start });
  const after = await store(contactKeys, { now: minutesLater(61) });
  const open = (key: string, purpose?: "reply") =>
    openRequestKey({ db: db(), contactKeys }, { key, purpose, now: minutesLater(62) });
  expect(await open(before.key)).toMatchObject({ requestId: before.id });
  expect(await open(reply.key, "reply")).toMatchObject({ requestId: before.id });
  expect(await open(after.key)).toMatchObject({ requestId: after.id });
});

test("a rotation that is killed half-way is completed by the next start, before anything is sent", async () => {
  await stop(keys, minutesLater(1));
  for (let n = 0; n < 3; n++) await store(keys, { now: start });
  await queryRows(
    db(),
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     select gen_random_uuid(), 'x', 'n', 'p', 's', 't', 'z', '{}', $1 from generate_series(1, 2100)`,
    [start],
  );
  const killed = rotate(OLD, NEW, {
    onProgress: (rows) => {
      if (rows > 1) throw new Error("killed");
    },
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await listVersions()).toEqual([
    { of: "keys", version: 1, rows: 3 },
    { of: "opt-outs", version: 2, rows: 1 },
    { of: "requests", version: 1, rows: 1103 },
    { of: "requests", version: 2, rows: 1000 },
  ]);
  await expect(openContactKeys(db(), { secret: OLD, now: start })).rejects.toThrow("APP_SECRET");

  const rotated = await openContactKeys(db(), { secret: NEW, now: start });
  expect(await upgradeHashes(db(), { keys: rotated })).toBe(1106);
  expect(await deliver(minutesLater(90))).toEqual([]);
  expect(await rotate()).toEqual({ ok: true, version: 2, rows: 0, changed: null });
  expect(await listVersions()).toEqual([
    { of: "keys", version: 2, rows: 3 },
    { of: "opt-outs", version: 2, rows: 1 },
    { of: "requests", version: 2, rows: 2103 },
  ]);
});

test("what a process with the old keys still writes is upgraded within a minute, and that process raises an alarm", async () => {
  await rotate();
  const rotated = await openContactKeys(db(), { secret: NEW, now: start });
  const now = new Date();
  await store(keys, { now });
  await stop(rotated, new Date(now.getTime() + 1_000));
  const errors: unknown[] = [];
  const log = { error: (message: unknown) => errors.push(message) };
  const run = (contactKeys: ContactKeys) => {
    const jobs = secretJobs({ db: db(), log, now: () => now, contactKeys } as never);
    return Promise.all(jobs.map((job) => job.run(new AbortController().signal)));
  };
  await run(keys);
  expect(errors).toEqual([expect.stringContaining("alarm: APP_SECRET was rotated")]);
  await run(rotated);
  expect(errors).toHaveLength(1);
  expect(await deliver(new Date(now.getTime() + 2_000))).toEqual([]);
});

test("tokens, integration keys and authenticators can be read with the new secret only", async () => {
  const [old, next] = [deriveKeys(OLD), deriveKeys(NEW)];
  const action = { db: db(), actor: "boss", now: start };
  const oldVault = { vault: createVault(old.vault) };
  const providerId = randomUUID();
  await queryRows(
    db(),
    "insert into providers (id, company_name, contact_name, phone, created_at) values ($1, 'Elm', 'Pat', '4045550100', $2)",
    [providerId, start],
  );
  await saveKey(
    { ...action, ...oldVault },
    { id: providerId, values: { name: "calendar", secret: "sk_calendar_1234" } },
  );
  await saveConnection(
    { ...action, ...oldVault },
    {
      tokens: { accessToken: "access", refreshToken: "refresh", expiresInMs: 1 } as never,
      locationId: "here",
      withoutState: false,
    },
  );
  const staffId = randomUUID();
  await queryRows(
    db(),
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Staff', 'staff@example.com', $2, $2)",
    [staffId, start],
  );
  const seed = await symmetricEncrypt({ key: old.staffAuth, data: "SEED" });
  await queryRows(
    db(),
    `insert into staff_two_factors (id, user_id, secret, backup_codes) values ($1, $2, $3, '["h1:x"]')`,
    [randomUUID(), staffId, seed],
  );
  expect(await rotate()).toMatchObject({
    changed: { seeds: 1, providerKeys: 1, connections: 1 },
  });
  for (const [vault, isReadable] of [
    [createVault(next.vault), true],
    [createVault(old.vault), false],
  ] as const) {
    expect(await listKeys(db(), { providerId, vault })).toEqual([
      { name: "calendar", lastFour: isReadable ? "1234" : null },
    ]);
    expect((await getConnection({ db: db(), vault }))?.tokens).toEqual(
      isReadable ? { access: "access", refresh: "refresh" } : null,
    );
  }
  const [factor] = await queryRows<{ secret: string; backup_codes: string }>(
    db(),
    "select secret, backup_codes from staff_two_factors",
  );
  expect(await symmetricDecrypt({ key: next.staffAuth, data: factor?.secret ?? "" })).toBe("SEED");
  expect(factor?.backup_codes).toBe("[]");
  expect(
    await queryRows(db(), "select actor, entity_id from audit_log where action = 'rotate-secret'"),
  ).toEqual([{ actor: "command-line", entity_id: "2" }]);
});

test("nothing changes with a wrong old secret, with the same one, or while the site runs", async () => {
  await store(keys);
  expect(await rotate("a wrong secret")).toEqual({ ok: false, reason: "mismatch" });
  expect(await rotate(OLD, OLD)).toEqual({ ok: false, reason: "same" });
  const site = new pg.Client({ connectionString: context.url, application_name: "henry-listen" });
  await site.connect();
  expect(await rotate()).toEqual({ ok: false, reason: "running" });
  await site.end();
  expect(await openContactKeys(db(), { secret: OLD, now: start })).toEqual(keys);
  await queryRows(db(), "delete from contact_keys");
  expect(await rotate()).toEqual({ ok: false, reason: "empty" });
});

test("a provider's person still signs in with their app after a rotation; recovery codes end", async () => {
  const person = await createSignedInPerson(db().$client as never);
  const self = { ...person, id: person.userId };
  const vaultOf = (secret: string) => createVault(deriveKeys(secret).vault);
  const act = (secret: string) => ({
    ...buildSignInContext(db(), new Date()),
    vault: vaultOf(secret),
  });
  const setup = await startFactor(act(OLD), { person: self, issuer: "Henry" });
  await confirmFactor(act(OLD), { person: self, code: computeTotp(setup?.secret ?? "", -1) });
  expect(await rotate()).toMatchObject({ ok: true, changed: { providerSeeds: 1 } });
  const rows = await queryRows(db(), "select recovery_codes from provider_users");
  expect(rows).toEqual([{ recovery_codes: [] }]);
  const code = computeTotp(setup?.secret ?? "");
  expect(await removeFactor(act(NEW), { person: self, code })).toBe(true);
});
