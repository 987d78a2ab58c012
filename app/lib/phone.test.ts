import fc from "fast-check";
import { expect, test } from "vitest";
import { toE164 } from "./phone.server.ts";
import { formatPhoneHref, normalizePhoneDigits } from "./phone.ts";

/** Ten digits with any of the punctuation that people use. */
const writtenPhone = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 10 }),
    fc.array(fc.constantFrom("", " ", "-", ".", "(", ") ", "/"), { minLength: 10, maxLength: 10 }),
  )
  .map(([digits, marks]) => ({
    digits: digits.join(""),
    text: digits.map((digit, i) => `${marks[i]}${digit}`).join(""),
  }));

test("gives the same ten digits and call link however a number is written, with or without the country code 1", () => {
  fc.assert(
    fc.property(
      writtenPhone,
      fc.constantFrom("", "1", "+1 ", "1-", "+1"),
      ({ digits, text }, prefix) => {
        expect(normalizePhoneDigits(prefix + text)).toBe(digits);
        expect(formatPhoneHref(prefix + text)).toBe(`tel:+1${digits}`);
      },
    ),
  );
});

test("keeps eleven digits that do not begin with 1", () =>
  expect(normalizePhoneDigits("2 404 555 0188")).toBe("24045550188"));

test.each([
  ["(404) 555-0188", "+14045550188"],
  [" 404.555.0188 ", "+14045550188"],
  ["1 404 555 0188", "+14045550188"],
  ["+1 (404) 555-0188", "+14045550188"],
  ["404-555-0188 x12", "+14045550188"],
  ["+44 20 7946 0958", "+442079460958"],
  ["404 555", null],
  ["404 555 0188 0188 0188 0188", null],
  ["call me", null],
  ["", null],
  ["<script>4045550188</script>", "+14045550188"],
])("stores %j as %s", (typed, e164) => expect(toE164(typed)).toBe(e164));

test("gives E.164 or nothing for any input, and never an error", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom(..."0123456789+-() x;=٣\u202e\ud800") }),
      ),
      (typed) => {
        const number = toE164(typed);
        if (number !== null) expect(number).toMatch(/^\+\d{5,15}$/);
      },
    ),
  );
});
