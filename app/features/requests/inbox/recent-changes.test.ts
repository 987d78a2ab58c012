import { expect, test } from "vitest";
import { createRecentChanges } from "./recent-changes.ts";

test("keeps what somebody who begins to listen may have missed, and no more", () => {
  let now = 0;
  const recent = createRecentChanges(() => now);
  const add = (id: string) => recent.add({ kind: "new", ids: [id], at: now });
  add("early");
  now = 20_000;
  add("late");
  expect(recent.list().flatMap(({ ids }) => ids)).toEqual(["early", "late"]);
  now = 31_000;
  expect(recent.list().flatMap(({ ids }) => ids)).toEqual(["late"]);
  for (let i = 0; i < 1_000; i++) add(String(i));
  expect(recent.list()).toHaveLength(300);
  expect(recent.list().at(-1)).toEqual({ kind: "new", ids: ["999"], at: 31_000 });
});
