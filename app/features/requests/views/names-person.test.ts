import { expect, test } from "vitest";
import { namesPerson } from "./names-person.ts";

const person = {
  phones: ["+14045550123"],
  emails: ["jordan@example.com"],
  names: ["Jordan Pérez-Avery"],
};

test.each([
  "4045550123",
  "(404) 555-0123",
  "call 1 404.555.0123 about the roof",
  "+14045550123",
  "555-0123",
  "Jordan@Example.com",
  "jordan@example.com, roof",
  "jordan pérez-avery",
  "AVERY PÉREZ, JORDAN: roof",
])("%s names the person", (text) => {
  expect(namesPerson(text, person)).toBe(true);
});

test.each([
  "",
  "roof",
  "404",
  "0123",
  "404-555-0124",
  "30301 404 roof",
  "jordan",
  "pérez",
  "jordana pérez-avery",
  "jordan@example.org",
])("%s does not", (text) => {
  expect(namesPerson(text, person)).toBe(false);
});

test("somebody without a name, a phone or an email is not named", () => {
  expect(namesPerson("roof", { phones: [""], emails: [""], names: ["", " - "] })).toBe(false);
});
