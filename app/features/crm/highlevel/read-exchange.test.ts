import { expect, test } from "vitest";
import { readExchange } from "./read-exchange.ts";

const read = (body: unknown) => readExchange(JSON.stringify(body));

test("tokens are read with location and details", () => {
  const answer = {
    success: true,
    access_token: "a",
    refresh_token: "r",
    location_id: "loc-1",
    details: "Look at it",
  };
  expect(read(answer)).toEqual({
    tokens: { accessToken: "a", refreshToken: "r", locationId: "loc-1", details: "Look at it" },
  });
});

test("a failure has its own words, or says that nobody knows", () => {
  expect(read({ success: false, error: "Code used", details: "Get a new one" })).toEqual({
    failure: { error: "Code used", details: "Get a new one" },
  });
  for (const body of [
    { success: false },
    { success: false, error: "" },
    { success: false, error: { code: 1 } },
  ])
    expect(read(body)).toEqual({ failure: { error: "Unknown error occurred" } });
});

test.each([
  "<html>502 Bad Gateway</html>",
  "",
  "null",
  "[]",
  '"no"',
  "{}",
  '{"success":true}',
  '{"success":"false"}',
])("%j is no answer of ours", (body) => {
  expect(readExchange(body)).toEqual({ failure: { error: "Invalid response from server" } });
});
