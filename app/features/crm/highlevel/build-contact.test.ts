import { expect, test } from "vitest";
import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { FULL_FIELD_SPECS } from "#app/features/requests/quote/fields.server.ts";
import {
  buildContact,
  buildFieldValues,
  buildNote,
  buildTags,
  compareContact,
  toFieldKey,
} from "./build-contact.ts";

const record: ContactSyncRecord = {
  id: "web_1",
  customer_name: " Ana María de la Cruz ",
  customer_email: " Ana@Example.com ",
  customer_phone: "404 555 0123",
  address: "12 Elm Street",
  city: "",
  state: "ga",
  zip_code: "30301",
  service_type: "AC Repair",
  project_type: "General Service",
  project_size: "To be determined",
  timeframe: "urgent",
  description: "Warm air",
  is_property_owner: false,
  send_template: "",
  additional_details: {
    property_class: "residential",
    urgency_level: "this-week",
    scheduling_preference: "call-me",
    communication_preference: "phone",
    will_use_insurance: "",
    is_authorized_to_hire: false,
    property_contact_name: "Ulf",
    property_contact_email: "",
    property_contact_phone: "404 555 0199",
    quiz_answers: [
      { id: "1", questionText: "Does it hum?", answer: "Yes", ghlField: "question_1" },
    ],
  },
  created_at: "2026-01-01T00:00:00.000Z",
};

test("leaves out empty fields, which would clear the contact's values in the CRM", () => {
  const fields = buildContact(record, "+14045550123");
  expect(fields).toEqual({
    firstName: "Ana",
    lastName: "María de la Cruz",
    name: "Ana María de la Cruz",
    email: "ana@example.com",
    phone: "+14045550123",
    address1: "12 Elm Street",
    state: "GA",
    postalCode: "30301",
    country: "US",
    source: "Website quote request",
  });
  expect(
    buildContact({ ...record, customer_name: "Ana", customer_email: "none" }, null),
  ).not.toHaveProperty("email");
  expect(buildTags(record)).toEqual(["website lead", "ac repair"]);
});

test("lists fields that the CRM stored differently, ignoring case and phone format", () => {
  const sent = buildContact(record, "+14045550123");
  expect(compareContact(sent, { phone: "+1 404-555-0123", email: "ANA@example.com" })).toEqual([]);
  expect(compareContact(sent, { phone: null, email: "old@example.com", dnd: true })).toEqual([
    "phone",
    "email",
    "do not disturb",
  ]);
  expect(compareContact({ ...sent, phone: undefined }, { phone: null, email: sent.email })).toEqual(
    [],
  );
});

test("stores quiz answers under the key that the CRM derives from the field's name", () => {
  expect(toFieldKey(" Question 2! ")).toBe("question_2");
  expect(toFieldKey("contact.question_2")).toBe("question_2");
  const answer = (ghlField: string, text: string) => ({
    id: "1",
    questionText: "?",
    answer: text,
    ghlField,
  });
  expect([
    ...buildFieldValues([answer("question_1", "a"), answer(" ", "b"), answer("Question 1", "c")]),
  ]).toEqual([["question_1", "c"]]);
});

test("the note has each form answer once, under its own label", () => {
  const details: Record<string, string> = {};
  const answers: Record<string, string> = {};
  for (const { field, record: key, detail } of FULL_FIELD_SPECS)
    if (key) answers[key] = `the ${field}`;
    else if (detail) details[detail] = `the ${field}`;
  const lines = buildNote({ ...record, ...answers, additional_details: details }, "0190-id").split(
    "\n",
  );
  for (const { field, note } of FULL_FIELD_SPECS)
    expect(
      lines.filter((line) => line.split(/: |, /).includes(`the ${field}`)).join(),
      field,
    ).toMatch(note ? new RegExp(`^${note}: `) : /^$/);
  expect(new Set(lines.map((line) => line.split(":")[0])).size).toBe(lines.length);
});

test("the note has the request's id and every answer, and no line without a value", () => {
  const note = buildNote(record, "0190-id");
  for (const words of [
    "Request 0190-id",
    "Service: AC Repair",
    "Phone: 404 555 0123",
    "Place: 12 Elm Street, ga, 30301",
    "May hire: no",
    "Who decides: Ulf, 404 555 0199",
    "Does it hum?: Yes",
  ])
    expect(note).toContain(words);
  expect(note).not.toMatch(/: $|Insurance/m);
});
