import { expect, test } from "vitest";
import { describeNotification } from "./notification-texts.ts";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
const path = `/backyard/service-requests/${id}`;

test.each([
  ["emergency", "Emergency request", true],
  ["returned", "A request came back", false],
  ["nobody-on-shift", "Nobody is on shift", false],
])("a message of the kind %s opens its request", (kind, title, isUrgent) => {
  expect(describeNotification({ kind, id })).toMatchObject({ title, path, isUrgent });
});

test("a test opens the account page", () => {
  expect(describeNotification({ kind: "test" })).toMatchObject({ path: "/backyard/account" });
});

test.each([
  undefined,
  null,
  "text",
  7,
  {},
  { kind: "constructor", id },
  { kind: "emergency", id: "../settings" },
  { kind: "emergency", id: "https://example.com" },
  { kind: "emergency" },
])("a message that cannot be read still shows something, and opens the list: %j", (payload) => {
  const shown = describeNotification(payload);
  expect(shown.title).not.toBe("");
  expect(shown.path).toBe("/backyard/service-requests");
});
