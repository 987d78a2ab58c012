import fc from "fast-check";
import { buildIntakeBody, buildQuote } from "#tests/factories.ts";

const hostileText = fc.constantFrom(
  "",
  "\u0000",
  "\ud800",
  "{{7*7}}",
  "' or 1=1 --",
  "%00",
  "../../etc/passwd",
  "1e999",
  "-0",
  "null",
  "2031-02-30T00:00:00Z",
  "9".repeat(400),
  "\u202e",
  "a".repeat(70_000),
);
/** Random and hostile texts. */
export const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 300 }) },
  { weight: 1, arbitrary: hostileText },
);
const value = fc.oneof(
  text,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Generates well-formed calls with some changed fields. */
export function generateInvalidCall(consentId: string): fc.Arbitrary<string> {
  return fc
    .array(
      fc.tuple(fc.constantFrom("body", "record", "meta", "details"), text, fc.nat(40), value),
      { maxLength: 4 },
    )
    .map((changes) => {
      const body = buildIntakeBody({ consentTextId: consentId });
      const parts: Record<string, object> = {
        body,
        record: body.record,
        meta: body.meta,
        details: body.record.additional_details,
      };
      for (const [part, newName, index, changed] of changes) {
        const target = parts[part] ?? body;
        const names = Object.keys(target);
        // An index of a field changes that field; one past the end adds a new field.
        Object.defineProperty(target, names[index] ?? newName, {
          value: changed,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return JSON.stringify(body);
    });
}

/** Bodies of the quote form with some hostile values. */
export const invalidForm = fc
  .dictionary(
    fc.constantFrom(
      ...Object.keys(buildQuote()),
      "shownAt",
      "idempotencyKey",
      "consentTextId",
      "website",
    ),
    text,
    { maxKeys: 5 },
  )
  .map((changes) => {
    const form = new URLSearchParams();
    for (const [name, content] of Object.entries({
      ...buildQuote(),
      shownAt: new Date().toISOString(),
      ...changes,
    }))
      form.append(name, content.toWellFormed());
    return form.toString();
  });

const multipart = fc
  .tuple(fc.dictionary(text, text, { maxKeys: 4 }), fc.boolean())
  .map(([fields, isComplete]) => {
    const parts = Object.entries(fields).map(
      ([name, content]) =>
        `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
    );
    return parts.join("") + (isComplete ? "--edge--\r\n" : "");
  });

export const withType = (type: string) => (body: string | Buffer) => ({ type, body });

/** Generates bodies of any type, or none. */
export function generateBody(
  consentId: string,
): fc.Arbitrary<{ type: string; body: string | Buffer } | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: generateInvalidCall(consentId).map(withType("application/json")) },
    { weight: 2, arbitrary: invalidForm.map(withType("application/x-www-form-urlencoded")) },
    { weight: 1, arbitrary: fc.json().map(withType("application/json; charset=utf-8")) },
    { weight: 1, arbitrary: multipart.map(withType("multipart/form-data; boundary=edge")) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.uint8Array({ maxLength: 400 }),
          fc.constantFrom(
            "text/plain",
            "application/json",
            "multipart/form-data",
            "text/x-script",
            "",
          ),
        )
        .map(([bytes, type]) => ({ type, body: Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}
