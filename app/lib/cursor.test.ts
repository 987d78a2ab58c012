import { expect, test } from "vitest";
import { cursorSchema, formatCursor } from "./cursor.ts";

const ID = "0190f1a0-0000-7000-8000-000000000001";

test("a cursor survives the query string", () => {
  const cursor = { at: new Date("2026-03-01T12:00:00.123Z"), id: ID };
  expect(cursorSchema.parse(formatCursor(cursor))).toEqual(cursor);
});

test.each([null, "", "1", "x.y", `999999999999999.${ID}`, "1.0190f1a0", `1_${ID}`])(
  "%j is not a cursor, so the list starts at its beginning",
  (text) => expect(cursorSchema.parse(text)).toBeUndefined(),
);
