import { expect, test } from "vitest";
import { describeNotification, describeProviderNotification } from "./notification-texts.ts";

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

test.each([
  ["new-offer", "New offer", `/pro/offers/${id}`, true],
  ["customer-yes", "A customer said yes", `/pro/jobs/${id}`, false],
  ["visit-changed", "A visit changed", `/pro/jobs/${id}`, false],
  ["job-ended", "A job has ended", `/pro/jobs/${id}`, false],
  ["message", "New message", `/pro/jobs/${id}`, false],
])("a provider's message of the kind %s opens its page", (kind, title, page, isUrgent) => {
  expect(describeProviderNotification({ kind, id })).toMatchObject({ title, path: page, isUrgent });
});

test.each([
  [{ kind: "test" }, "/pro/account"],
  [{ kind: "emergency", id }, "/pro/offers"],
  [{ kind: "new-offer", id: "../account" }, "/pro/offers"],
  [{ kind: "message" }, "/pro/jobs"],
  [null, "/pro/offers"],
])("a provider's browser opens only pages of its portal: %j", (payload, page) => {
  expect(describeProviderNotification(payload).path).toBe(page);
});
