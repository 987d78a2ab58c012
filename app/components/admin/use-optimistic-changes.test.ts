import { expect, test } from "vitest";
import { type ChangeJob, settleJob } from "./use-optimistic-changes.ts";

const job = (id: string, before: string, value: string): ChangeJob<string> => ({
  changes: [{ id, value }],
  before: [{ id, value: before }],
  isUndo: false,
});

test("a saved row shows what the server stored, a refused one what it was before", () => {
  const first = job("1", "new", "closed");
  expect(settleJob(first, [], { ok: true })).toEqual([{ id: "1", value: "closed" }]);
  expect(
    settleJob(first, [], { ok: true, saved: [{ id: "1", value: "closed until May" }] }),
  ).toEqual([{ id: "1", value: "closed until May" }]);
  expect(settleJob(first, [], { ok: false })).toEqual([{ id: "1", value: "new" }]);
});

test("a row that is changed again meanwhile shows the newer choice, and falls back to what is stored", () => {
  const [first, second] = [job("1", "new", "closed"), job("1", "closed", "contacted")];
  expect(settleJob(first, [second], { ok: false })).toEqual([]);
  expect(settleJob(second, [], { ok: false })).toEqual([{ id: "1", value: "new" }]);
});

test("rows of a waiting job do not hold back others", () => {
  const waiting = [job("2", "new", "closed")];
  expect(settleJob(job("1", "new", "closed"), waiting, { ok: true })).toHaveLength(1);
});
