import { expect, test } from "vitest";
import { findPasswordProblem, PASSWORD_REFUSALS } from "./password-choice.server.ts";

const person = { email: "casey.rivers@northwind-plumbing.example", brand: "Henry's Helpline" };
const refuse = (password: string) => findPasswordProblem(password, person);

test.each([
  "motherfucker",
  "1qaz2wsx3edc",
  "Password2024",
  "PASSWORD123456",
  "p@ssw0rd2026!",
  "letmein123456",
  "123456dragon!!",
  "dragondragon",
  "qwertyqwerty12",
  "iloveyou 2025!",
  "123456789012",
  "098765432109",
  "abcdefghijklm",
  "aaaaaaaaaaaa",
  "!!!!!!!!!!!!",
  "121212121212",
  "Mailcreated5240",
  "gfhjkmgfhjkm",
  "fussballverruckte",
  "NICK1234-rem936",
  "correct horse battery staple",
])("refuses %s, one of the first that attackers try", (password) =>
  expect(refuse(password)).toBe(PASSWORD_REFUSALS.common),
);

test.each([
  "henryshelpline7",
  "my Helpline is fine",
  "Henry's favorite horse",
  "CASEY likes the sea",
  "casey.rivers.2026",
  "rivers run deep",
  "northwind plumbing!",
  "Henry2026Henry",
  "h3nrysH3lpl1ne!",
  "c@sey 2026 sings",
])("refuses %s, which contains a word of the site or of the email address", (password) =>
  expect(refuse(password)).toBe(PASSWORD_REFUSALS.personal),
);

test.each([
  "correct horse battery",
  "a long enough password",
  "crème brûlée am Abend",
  "tR9!kq-72mZxv",
  "8391 0472 6615 3908",
  "purple kettle sings",
  "пароль из трёх слов",
  "👩‍🔧 fixes pipes well",
])("accepts %s", (password) => expect(refuse(password)).toBeNull());

test("ignores names and domains of three letters, which are part of too many words", () => {
  expect(
    findPasswordProblem("the bold otter sings", { email: "bo@old.io", brand: "Ace" }),
  ).toBeNull();
});
