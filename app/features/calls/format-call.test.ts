import { expect, test } from "vitest";
import { formatCall } from "./format-call.ts";

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

test.each([
  [
    "a connected call",
    "AC pages",
    "12:00:10",
    "12:04:00",
    "Called us on the number for AC pages, connected, 4 min",
  ],
  [
    "a short one",
    "AC pages",
    "12:00:10",
    "12:00:52",
    "Called us on the number for AC pages, connected, 42 s",
  ],
  ["one that has not ended", null, "12:00:10", null, "Called us, connected"],
  ["one whose end came first", null, "12:00:10", "12:00:00", "Called us, connected"],
  ["one that nobody answered", "Main number", null, "12:01:00", "Called us, not answered"],
  ["one that has just begun", "Main number", null, null, "Called us"],
])("says of %s what happened", (_name, label, connected, ended, sentence) =>
  expect(
    formatCall({
      label,
      connectedAt: connected && at(connected),
      endedAt: ended && at(ended),
    } as never),
  ).toBe(sentence),
);
