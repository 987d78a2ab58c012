import { expect, test } from "vitest";
import { addChanged, type Changed, keepUnread } from "./changed-requests.ts";

const loaded = { at: 1_000, ids: ["a", "b", "own"] };
const add = (changed: Changed, ids: string[], at: number) =>
  addChanged(changed, { kind: "changed", ids, at }, { loaded, isOwn: (id) => id === "own" });

test("marks shown requests that changed after they were read, without this tab's own changes", () => {
  expect([...add(new Map(), ["a", "own", "elsewhere"], 1_000)]).toEqual([["a", 1_000]]);
  expect([...add(new Map(), ["a"], 999)]).toEqual([]);
});

test("keeps a change that the rows do not have although they were loaded after it", () => {
  const changed = add(add(new Map(), ["a"], 1_500), ["b"], 2_001);
  expect([...keepUnread(changed, { ...loaded, at: 2_000 }).keys()]).toEqual(["b"]);
});
