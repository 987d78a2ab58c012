import { afterAll, beforeEach, expect, inject, test } from "vitest";
import type { MailTopic } from "#app/features/offers/mail-conditions.ts";
import { listMailAddresses } from "#app/features/offers/queries.server.ts";
import { changePerson } from "#app/features/provider-accounts/people.server.ts";
import { openTestDatabase } from "../factories.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const client = () => db().$client as never;

beforeEach(async () => {
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context?.close());

const COMPANY = "Office@Pro.example";
const createProvider = async () => (await insertProvider(client(), { contact_email: COMPANY })).id;
const set = (userId: string, columns: string) =>
  db().$client.query(`update provider_users set ${columns} where id = $1`, [userId]);
const list = (providerId: string, topic: MailTopic, isRequired = false) =>
  listMailAddresses(db(), { providerId, topic, isRequired });

test("without people a provider's mails go to the company, unless it wants none", async () => {
  const providerId = await createProvider();
  expect(await list(providerId, "offers")).toEqual([COMPANY]);
  await db().$client.query(
    "insert into provider_settings (provider_id, email_notifications) values ($1, false)",
    [providerId],
  );
  expect(await list(providerId, "offers")).toEqual([]);
  // A customer who says stop is told in any case.
  expect(await list(providerId, "jobs", true)).toEqual([COMPANY]);
});

test("each person gets what they chose, and the company's mailbox as before", async () => {
  const providerId = await createProvider();
  const ann = await createSignedInPerson(client(), { providerId });
  const bob = await createSignedInPerson(client(), { providerId, role: "member" });
  await set(bob.userId, "mails_offers = false");
  expect(await list(providerId, "offers")).toEqual([COMPANY, ann.email].sort());
  expect(await list(providerId, "messages")).toEqual([COMPANY, ann.email, bob.email].sort());
  expect(await list(providerId, "credits")).toEqual([COMPANY]);
  await set(bob.userId, "is_active = false");
  expect(await list(providerId, "messages")).toEqual([COMPANY, ann.email].sort());
});

test("where the company's address is a person's, that person's choice counts; nobody left means everybody for what must be told", async () => {
  const providerId = await createProvider();
  const ann = await createSignedInPerson(client(), { providerId });
  await set(
    ann.userId,
    `email = '${COMPANY.toLowerCase()}', mails_offers = false, mails_jobs = false`,
  );
  expect(await list(providerId, "offers")).toEqual([]);
  expect(await list(providerId, "jobs")).toEqual([]);
  expect((await list(providerId, "jobs", true)).map((email) => email.toLowerCase())).toContain(
    COMPANY.toLowerCase(),
  );
});

test.each(["deactivate", "delete"] as const)(
  "whose address was the company's gets nothing any more after %s",
  async (change) => {
    const providerId = await createProvider();
    const ann = await createSignedInPerson(client(), { providerId });
    const bob = await createSignedInPerson(client(), { providerId });
    await set(ann.userId, `email = '${COMPANY.toLowerCase()}', is_active = ${change !== "delete"}`);
    expect(
      await changePerson(
        { db: db(), actor: "staff", now: new Date() },
        { providerId, userId: ann.userId, change, byUserId: null },
      ),
    ).toEqual({ ok: true });
    for (const topic of ["offers", "messages", "jobs"] as const)
      expect(await list(providerId, topic, true), topic).toEqual([bob.email]);
  },
);
