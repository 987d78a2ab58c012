import { expect, test } from "vitest";
import { describeCall } from "./describe-call.ts";

const at = (time: string) => new Date(`2026-05-04T${time}Z`);

test.each([
  ["Called us", { label: null, connectedAt: null, endedAt: null }],
  [
    "Called us on the number for AC pages",
    { label: "AC pages", connectedAt: null, endedAt: at("10:00:00") },
  ],
  [
    "Called us on the number for AC pages, 4 min",
    { label: "AC pages", connectedAt: at("10:00:00"), endedAt: at("10:04:10") },
  ],
  ["Called us, 1 min", { label: null, connectedAt: at("10:00:00"), endedAt: at("10:00:05") }],
])("says %s", (text, call) => {
  expect(describeCall(call)).toBe(text);
});
