import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { handlePersonForm } from "#app/features/privacy/actions.server.ts";
import { exportPerson } from "#app/features/privacy/export-person.server.ts";
import { createPersonToken, parsePerson } from "#app/features/privacy/person-token.server.ts";
import { runRetention } from "#app/features/privacy/run-retention.server.ts";
import type { Person } from "#app/features/privacy/schema.ts";
import {
  FULL_FIELD_SPECS,
  type FullFieldSpec,
} from "#app/features/requests/quote/fields.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { contactKeys, openTestDatabase, queryRows, storeRequest } from "../factories.ts";

const staffId = randomUUID();
const requestId = "test-request";
const now = new Date("2026-03-01T12:00:00Z");
const afterRetention = new Date("2046-03-01T12:00:00Z");

const CUSTOMER_PHONE = "404-555-0162";
const CONTACT_PHONE = "404-555-0163";
/** Answers to all questions, including those hidden at first. */
const values = {
  ...Object.fromEntries(
    FULL_FIELD_SPECS.map(({ field, choices, max = 200 }) => [
      field,
      choices ? choices.at(-1)?.value : `My ${field}`.slice(0, max),
    ]),
  ),
  phone: CUSTOMER_PHONE,
  email: "customer@mail.example",
  zipCode: "30295",
  state: "ZQ",
  authorizedContactPhone: CONTACT_PHONE,
  authorizedContactEmail: "contact@mail.example",
};
const isPersonal = ({ personal }: FullFieldSpec) => personal !== null;

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

type Row = Record<string, unknown> & { additional_details: Record<string, unknown> };
const readRequest = async () => {
  const [row] = await queryRows<Row>(context.db, "select * from service_requests");
  if (!row) throw new Error("no request");
  return row;
};
const getAnswer = (row: Row, { record, detail }: FullFieldSpec) =>
  record ? row[record] : row.additional_details[detail ?? ""];
const isErased = (answer: unknown) => [null, undefined, "", "Erased"].includes(answer as string);
const listErased = (row: Row) =>
  FULL_FIELD_SPECS.filter((field) => isErased(getAnswer(row, field))).map(({ field }) => field);
const listNames = (isWanted: (field: FullFieldSpec) => boolean) =>
  FULL_FIELD_SPECS.filter(isWanted).map(({ field }) => field);

let storedRow: Row;
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests cascade");
  const result = await storeRequest(context.db, { now, values });
  expect(result).toMatchObject({ ok: true });
  storedRow = await readRequest();
  expect(listErased(storedRow)).toEqual([]);
});

const actionContext = () => ({
  db: context.db,
  contactKeys,
  env: parseEnv({ PUBLIC_URL: "https://henry.example" }),
  actor: staffId,
  now,
  httpRequestId: requestId,
});
const createToken = (contact: string) =>
  createPersonToken(contactKeys, { person: parsePerson(contact) as Person, staffId, now });
async function download(contact: string) {
  const query = new URLSearchParams({ format: "json", person: createToken(contact) });
  const response = await exportPerson(actionContext(), { query });
  return (await response.json()) as Record<string, Record<string, unknown>[]>;
}
async function erase(contact: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: "erase",
    person: createToken(contact),
    confirm: "ERASE",
  }))
    form.set(name, value);
  expect(await handlePersonForm(actionContext(), { form })).toMatchObject({ ok: true });
}

test("the export of a customer has every answer", async () => {
  const { requests } = await download(CUSTOMER_PHONE);
  const [request = {}] = requests ?? [];
  const exported = [...Object.values(request), ...Object.values(request.additionalDetails ?? {})];
  for (const field of FULL_FIELD_SPECS)
    expect(exported, field.field).toContainEqual(getAnswer(storedRow, field));
});

test("the export of the contact for the property has everything about them and nothing about the customer", async () => {
  const { mentions } = await download(CONTACT_PHONE);
  const exported = Object.values(mentions?.[0] ?? {});
  for (const field of FULL_FIELD_SPECS.filter(isPersonal))
    if (field.personal === "property-contact")
      expect(exported, field.field).toContainEqual(getAnswer(storedRow, field));
    else expect(exported, field.field).not.toContainEqual(getAnswer(storedRow, field));
});

test("an erased customer leaves no answer at all", async () => {
  await erase(CUSTOMER_PHONE);
  expect(listErased(await readRequest())).toEqual(listNames(() => true));
});

test("an erased contact for the property leaves nothing, and the customer's answers stay", async () => {
  await erase(CONTACT_PHONE);
  const row = await readRequest();
  expect(listErased(row)).toEqual(listNames(({ personal }) => personal === "property-contact"));
});

test("retention erases every personal answer and keeps the others for reports", async () => {
  await runRetention(context.db, { now: afterRetention, timeZone: "America/New_York" });
  const row = await readRequest();
  expect(listErased(row)).toEqual(listNames(isPersonal));
  for (const field of FULL_FIELD_SPECS.filter(isPersonal))
    expect(JSON.stringify(row), field.field).not.toContain(String(getAnswer(storedRow, field)));
});
