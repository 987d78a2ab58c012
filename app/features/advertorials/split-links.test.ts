import { expect, test } from "vitest";
import { removeLinks, splitLinks } from "./split-links.ts";

test("words with a path of this site become a link", () => {
  const text =
    "See our page on [patio covers](/home-services/patio-covers), or [call](/contact-us).";
  expect(splitLinks(text)).toEqual([
    { text: "See our page on " },
    { text: "patio covers", href: "/home-services/patio-covers" },
    { text: ", or " },
    { text: "call", href: "/contact-us" },
    { text: "." },
  ]);
  expect(removeLinks(text)).toBe("See our page on patio covers, or call.");
});

test.each([
  "no link",
  "[words](https://evil.example)",
  "[words](//evil.example)",
  "[words](/\\evil.example)",
  "[words](javascript:alert)",
  "[words] (/path)",
])("%s stays as it is", (text) => expect(splitLinks(text)).toEqual([{ text }]));
