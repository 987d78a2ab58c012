import { expect, test } from "vitest";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { findDialed, forgetDialed, getGivenReason, rememberDialed } from "./dialed-calls.ts";

const NOW = Date.parse("2026-05-04T16:00:00Z");
const reason = { rule: "cap", text: "She asked for it" } as const;

test("a reason is known for logging the call that it was given for, within an hour", () => {
  rememberDialed("1", { channel: "call", at: NOW, reason });
  const find = (channel: "call" | "text", minutes: number) =>
    findDialed("1", { channel, now: NOW + minutes * MINUTE_MS });
  expect(getGivenReason(find("call", 59), "cap")).toBe("She asked for it");
  expect(find("call", 60)).toBeUndefined();
  expect(find("text", 1)).toBeUndefined();
  forgetDialed("1");
  expect(find("call", 1)).toBeUndefined();
});

test("a reason for the cap is none for the hours", () => {
  expect(getGivenReason({ channel: "call", at: NOW, reason }, "hours")).toBeUndefined();
  expect(getGivenReason({ channel: "call", at: NOW }, "cap")).toBeUndefined();
  expect(getGivenReason(undefined, "cap")).toBeUndefined();
});

test("the next call forgets the reason of the one before", () => {
  rememberDialed("2", { channel: "call", at: NOW, reason });
  rememberDialed("2", { channel: "call", at: NOW + MINUTE_MS });
  const dialed = findDialed("2", { channel: "call", now: NOW + MINUTE_MS });
  expect(getGivenReason(dialed, "cap")).toBeUndefined();
});
