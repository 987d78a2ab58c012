import { expect, test } from "vitest";
import { type ChangeBatch, settleBatch } from "./use-optimistic-changes.ts";

const batch = (id: string, before: string, value: string): ChangeBatch<string> => ({
  changes: [{ id, value }],
  before: [{ id, value: before }],
  isUndo: false,
});

test("a saved row shows what the server stored, a refused one its previous value", () => {
  const first = batch("1", "new", "closed");
  expect(settleBatch(first, [], { ok: true })).toEqual([{ id: "1", value: "closed" }]);
  expect(
    settleBatch(first, [], { ok: true, saved: [{ id: "1", value: "closed until May" }] }),
  ).toEqual([{ id: "1", value: "closed until May" }]);
  expect(settleBatch(first, [], { ok: false })).toEqual([{ id: "1", value: "new" }]);
});

test("a row that is changed again while saving shows the newer choice, and falls back to the stored value", () => {
  const [first, second] = [batch("1", "new", "closed"), batch("1", "closed", "contacted")];
  expect(settleBatch(first, [second], { ok: false })).toEqual([]);
  expect(settleBatch(second, [], { ok: false })).toEqual([{ id: "1", value: "new" }]);
});

test("a waiting batch does not affect other rows", () => {
  const waiting = [batch("2", "new", "closed")];
  expect(settleBatch(batch("1", "new", "closed"), waiting, { ok: true })).toHaveLength(1);
});
