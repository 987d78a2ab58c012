import { expect, test } from "vitest";
import { parseExchangeResponse } from "./parse-exchange-response.ts";

const read = (body: unknown) => parseExchangeResponse(JSON.stringify(body));

test("reads the tokens with their location and details", () => {
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

test("shows the server's error, or that it is unknown", () => {
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
])("reports %j as an invalid response", (body) => {
  expect(parseExchangeResponse(body)).toEqual({
    failure: { error: "Invalid response from server" },
  });
});
