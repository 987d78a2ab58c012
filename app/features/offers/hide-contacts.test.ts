import { expect, test } from "vitest";
import { hideContacts } from "./hide-contacts.ts";

const known = { name: "Jordan Example", address: "12 Elm Street" };

test.each([
  ["Call me at (404) 555-0123 please", "Call me at [hidden] please"],
  ["404.555.0123 or 4045550123", "[hidden] or [hidden]"],
  ["+1 404 555 0123", "[hidden]"],
  ["4 0 4 5 5 5 0 1 2 3", "[hidden]"],
  ["mail jo.ex+home@example.co.uk!", "mail [hidden]!"],
  ["jo (at) example.com", "[hidden]"],
  ["jo[AT]example.com, or ann @ example.org.", "[hidden], or [hidden]."],
  ["a@b.example@c.example then x@y", "[hidden] then x@y"],
  ["meet @ noon, 5 @ 20 dollars", "meet @ noon, 5 @ 20 dollars"],
  ["see https://me.example/x and www.me.example", "see [hidden] and [hidden]"],
  ["I am jordan, at 12 elm street, second floor", "I am [hidden], at [hidden], second floor"],
  [
    "Jordanian tiles, 3 rooms, 2400 sq ft, built 1998",
    "Jordanian tiles, 3 rooms, 2400 sq ft, built 1998",
  ],
  ["Water under the sink since 3 days", "Water under the sink since 3 days"],
])("%s is shown as: %s", (written, shown) => expect(hideContacts(written, known)).toBe(shown));

test("a name of two letters is hidden, and the word of the same letters is not", () =>
  expect(hideContacts("An here. Water under an outlet, ask for Ng.", { name: "An B Ng" })).toBe(
    "[hidden] here. Water under an outlet, ask for [hidden].",
  ));

test("what the customer corrected is hidden like what stands in its place", () =>
  expect(
    hideContacts("At 5 old road, now 12 Elm Street. Mail: jo#example", {
      ...known,
      former: [" 5 Old Road", "jo#example", ""],
    }),
  ).toBe("At [hidden], now [hidden]. Mail: [hidden]"));

test("names and addresses with regular-expression characters match literally", () => {
  expect(hideContacts("A (b and C++ here", { name: "C++ (b", address: "*" })).not.toContain("C++");
  expect(hideContacts("nothing known", {})).toBe("nothing known");
});
