import fc from "fast-check";
import { expect, test } from "vitest";
import { describeRefusal, listRefusalTopics } from "./describe-refusal.ts";

test.each([
  [
    422,
    { message: ["phone must be a valid phone number"], error: "Unprocessable Entity" },
    "status 422, about phone",
  ],
  [422, { message: ["email must be an email"] }, "status 422, about email"],
  [
    400,
    { message: "This location does not allow duplicated contacts." },
    "status 400, about duplicate contact, location",
  ],
  [400, { message: "Contact not found" }, "status 400, about contact"],
  [
    403,
    { message: "The token does not have access to this location." },
    "status 403, about location, permissions",
  ],
  [
    401,
    { message: "The token is not authorized for this scope." },
    "status 401, about permissions",
  ],
  [422, undefined, "status 422"],
  [422, "<html>phone</html>", "status 422"],
  [422, { message: { deep: "phone" } }, "status 422"],
] as const)("describes status %i with %j as %s", (status, body, words) => {
  expect(describeRefusal(status, listRefusalTopics(body))).toBe(words);
});

test("drops personal data that the CRM repeats in its error message", () => {
  const property = fc.property(fc.string(), (typed) => {
    const words = describeRefusal(
      422,
      listRefusalTopics({ message: [`"${typed}" is not a phone`] }),
    );
    expect(words).toMatch(/^status 422, about [a-z, -]+$/);
  });
  fc.assert(property);
  expect(
    describeRefusal(422, listRefusalTopics({ message: "+14045550123 jordan@example.com" })),
  ).toBe("status 422");
});
