import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import { LINE_LENGTH, type QuoteFieldSpec } from "../quote/field-spec.ts";
import { FIELD_LIST, type QuoteDraft } from "../quote/fields.ts";
import { checkQuote } from "../quote/schema.ts";
import { buildRecord } from "./build-record.ts";
import { intakeBodySchema } from "./schema.server.ts";

const now = new Date("2026-05-04T10:00:00.123Z");
const decider = {
  authorizedContactName: "Robin Decider",
  authorizedContactEmail: "robin@example.com",
  authorizedContactPhone: "404-555-0111",
};

test("builds every field of the payload for an owner", () => {
  const values = buildQuote({
    willUseInsurance: "unsure",
    address: " 12 Elm Street ",
    name: " Ana  María ",
    email: " Ana@Example.com ",
    description: "Leak\n<b>now</b> ",
  });
  expect(buildRecord(values, { serviceType: "Water Damage Restoration", now })).toEqual({
    id: "web_1777888800123",
    customer_name: " Ana  María ",
    customer_email: " Ana@Example.com ",
    customer_phone: "(404) 555-0123",
    address: " 12 Elm Street ",
    city: "Atlanta",
    state: "GA",
    zip_code: "30301",
    service_type: "Water Damage Restoration",
    project_type: "General Service",
    project_size: "To be determined",
    timeframe: "urgent",
    description: "Leak\n<b>now</b> ",
    is_property_owner: true,
    send_template: "",
    additional_details: {
      property_class: "residential",
      urgency_level: "this-week",
      scheduling_preference: "call-me",
      communication_preference: "phone",
      will_use_insurance: "unsure",
    },
    created_at: "2026-05-04T10:00:00.123Z",
  });
});

describe("a customer who does not own the property", () => {
  const sent = (values: Partial<QuoteDraft>) => {
    const { is_property_owner, additional_details } = buildRecord(buildQuote(values), { now });
    const {
      is_authorized_to_hire,
      property_contact_name,
      property_contact_email,
      property_contact_phone,
    } = additional_details;
    return {
      is_property_owner,
      is_authorized_to_hire,
      property_contact_name,
      property_contact_email,
      property_contact_phone,
    };
  };

  test("and may hire sends that", () => {
    expect(sent({ isPropertyOwner: "No", isAuthorizedToHire: "Yes" })).toEqual({
      is_property_owner: false,
      is_authorized_to_hire: true,
    });
  });

  test("and may not hire sends the contact of the person who may", () => {
    expect(sent({ isPropertyOwner: "No", isAuthorizedToHire: "No", ...decider })).toEqual({
      is_property_owner: false,
      is_authorized_to_hire: false,
      property_contact_name: "Robin Decider",
      property_contact_email: "robin@example.com",
      property_contact_phone: "404-555-0111",
    });
  });

  test.each([
    [
      "an owner",
      { isPropertyOwner: "Yes", isAuthorizedToHire: "No" },
      [
        "is_authorized_to_hire",
        "property_contact_name",
        "property_contact_email",
        "property_contact_phone",
      ],
    ],
    [
      "someone who may hire",
      { isPropertyOwner: "No", isAuthorizedToHire: "Yes" },
      ["property_contact_name", "property_contact_email", "property_contact_phone"],
    ],
  ])(
    "answers that %s gave to questions that are now hidden are not sent",
    (_who, answers, hidden) => {
      const record = buildRecord(buildQuote({ ...answers, ...decider }), { now });
      for (const field of hidden) expect(record.additional_details).not.toHaveProperty(field);
      for (const value of Object.values(decider))
        expect(JSON.stringify(record)).not.toContain(value);
    },
  );
});

describe("the service", () => {
  test.each([[undefined], [""]])(
    "is General Service if the form was opened without one (%j)",
    (serviceType) => {
      expect(buildRecord(buildQuote(), { serviceType, now }).service_type).toBe("General Service");
    },
  );
});

describe("a quiz", () => {
  const answers = [
    { id: "q1", questionText: "Is air coming out?", answer: "No", ghlField: "question_1" },
  ];

  test("adds its answers to the details", () => {
    expect(
      buildRecord(buildQuote(), { quiz: { slug: "ac-not-cooling", answers }, now })
        .additional_details,
    ).toMatchObject({
      quiz_answers: answers,
      quiz_slug: "ac-not-cooling",
      quiz_completed: true,
    });
  });

  test("adds nothing if the visitor took none", () => {
    expect(
      Object.keys(buildRecord(buildQuote(), { now }).additional_details).filter((field) =>
        field.startsWith("quiz"),
      ),
    ).toEqual([]);
  });
});

test("the server accepts, unchanged, whatever the form accepts", () => {
  const text = (maxLength: number) =>
    fc
      .string({
        unit: fc.constantFrom(..."aZ0 '\"<>&{}\\\n\t\u202eéß", "\u{1f44d}", "e\u0301"),
        maxLength,
      })
      .filter((value) => value.length <= maxLength);
  const answer = ({ choices, missing, max = LINE_LENGTH }: QuoteFieldSpec) => {
    const given = choices
      ? fc.constantFrom(...choices.map(({ value }) => value))
      : text(max).filter((value) => value.trim() !== "");
    return missing ? given : fc.oneof(fc.constant(""), given);
  };
  const drafts = fc.record(
    Object.fromEntries(FIELD_LIST.map(([field, spec]) => [field, answer(spec)])),
  ) as fc.Arbitrary<QuoteDraft>;
  fc.assert(
    fc.property(drafts, (draft) => {
      expect(checkQuote(draft)).toEqual({});
      const record = buildRecord(draft, { serviceType: "Plumbing", now });
      const body = intakeBodySchema.parse(JSON.parse(JSON.stringify({ type: "INSERT", record })));
      expect(body.record).toEqual({ ...record, created_at: now });
    }),
  );
});
