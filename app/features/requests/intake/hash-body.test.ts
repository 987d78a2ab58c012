import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildQuote } from "#tests/factories.ts";
import { buildRecord } from "./build-record.ts";
import { hashBody } from "./hash-body.ts";
import { intakeBodySchema } from "./schema.server.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The same value with the keys of every object in another order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reordered(inner)]),
  );
}

// Serialized once, because some numbers do not survive JSON.
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
const record = fc.dictionary(fc.string(), json).map((fields) => fields as { [key: string]: Json });
const withoutStamp = ({ id: _id, created_at: _createdAt, ...rest }: { [key: string]: Json }) =>
  rest;

test("the order of keys does not change the hash, at any depth", () => {
  fc.assert(
    fc.property(record, (fields) => {
      expect(hashBody(reordered(fields) as { [key: string]: Json })).toBe(hashBody(fields));
    }),
  );
});

test("id and created_at do not change the hash", () => {
  fc.assert(
    fc.property(record, json, json, (fields, id, createdAt) => {
      expect(hashBody({ ...fields, id, created_at: createdAt })).toBe(
        hashBody(withoutStamp(fields)),
      );
    }),
  );
});

test("any other difference changes the hash", () => {
  // Few names and values, so that records often differ in one detail: a name, a position, a type.
  const leaf = fc.constantFrom<Json>(0, 1, "0", "", null, true, "1,2");
  const key = fc.constantFrom("a", "b", "ab", "__proto__", 'a":0,"b');
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(key, tie("value"), { maxKeys: 2 }) as fc.Arbitrary<Json>,
    ),
  }));
  const similar = fc.dictionary(key, value, { maxKeys: 2 });
  fc.assert(
    fc.property(fc.oneof(similar, record), fc.oneof(similar, record), (one, other) => {
      fc.pre(
        !isDeepStrictEqual(
          withoutStamp(reordered(one) as typeof one),
          withoutStamp(reordered(other) as typeof other),
        ),
      );
      expect(hashBody(one)).not.toBe(hashBody(other));
    }),
    { numRuns: 2_000 },
  );
});

test("changing any field of a real request changes the hash, also inside additional_details", () => {
  const parse = (body: unknown) => intakeBodySchema.parse({ type: "INSERT", record: body }).record;
  const sent = buildRecord(buildQuote(), {
    serviceType: "Plumbing",
    now: new Date("2026-05-04T10:00:00Z"),
  });
  const hash = hashBody(parse(sent));
  const { additional_details: details, id: _id, created_at: _createdAt, ...fields } = sent;
  for (const [field, value] of Object.entries(fields)) {
    const changed = typeof value === "boolean" ? !value : `${value}.`;
    expect(hashBody(parse({ ...sent, [field]: changed })), field).not.toBe(hash);
  }
  for (const [field, value] of Object.entries(details)) {
    expect(
      hashBody(parse({ ...sent, additional_details: { ...details, [field]: `${value}.` } })),
      field,
    ).not.toBe(hash);
  }
});

test("the order of a list and an id inside the details change the hash", () => {
  expect(hashBody({ list: [1, 2] })).not.toBe(hashBody({ list: [2, 1] }));
  expect(hashBody({ additional_details: { id: 1 } })).not.toBe(
    hashBody({ additional_details: { id: 2 } }),
  );
});

test("an undefined field counts as absent, null does not", () => {
  expect(hashBody({ name: "a", city: undefined })).toBe(hashBody({ name: "a" }));
  expect(hashBody({ name: "a", city: null })).not.toBe(hashBody({ name: "a" }));
});
