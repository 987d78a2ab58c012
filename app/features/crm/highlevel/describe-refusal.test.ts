import fc from "fast-check";
import { expect, test } from "vitest";
import { describeRefusal, refusalTopics } from "./describe-refusal.ts";

test.each([
  [
    422,
    { message: ["phone must be a valid phone number"], error: "Unprocessable Entity" },
    "status 422, about phone",
  ],
  [422, { message: ["email must be an email"] }, "status 422, about e-mail"],
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
] as const)("status %i with %j reads %s", (status, body, words) => {
  expect(describeRefusal(status, refusalTopics(body))).toBe(words);
});

test("nothing that the other side repeats is kept", () => {
  const asks = fc.property(fc.string(), (typed) => {
    const words = describeRefusal(422, refusalTopics({ message: [`"${typed}" is not a phone`] }));
    expect(words).toMatch(/^status 422, about [a-z, -]+$/);
  });
  fc.assert(asks);
  expect(describeRefusal(422, refusalTopics({ message: "+14045550123 jordan@example.com" }))).toBe(
    "status 422",
  );
});
