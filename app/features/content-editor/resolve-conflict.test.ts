import { expect, test } from "vitest";
import { mergeChanges, setAtPath } from "./merge-changes.ts";
import { mergeTyped, resolveConflict } from "./resolve-conflict.ts";

type Values = { title: string; text: string; note: string };
const kind = {
  merge: ({ base, theirs, mine }: { base: Values | null; theirs: Values; mine: Values }) =>
    mergeChanges({ base: base ?? ({} as Values), theirs, mine }),
  applyChanges: (values: Values, changes: readonly { path: string[]; value: unknown }[]) => {
    const changed = structuredClone(values);
    for (const { path, value } of changes) setAtPath(changed, path, value as string);
    return changed;
  },
};
const sent = { title: "Mine", text: "Mine", note: "" };
const conflict = {
  ok: false as const,
  reason: "conflict" as const,
  sent,
  merged: { title: "Mine", text: "Mine", note: "Theirs" },
  theirs: { title: "Theirs", text: "Theirs", note: "Theirs" },
  conflicts: ["title", "text"].map((name) => ({ path: [name], theirs: "Theirs", mine: "Mine" })),
  version: 2,
};

test("a conflict is resolved field by field", () => {
  expect(resolveConflict(kind, conflict, { theirKeys: ["title"], typed: sent })).toEqual({
    title: "Theirs",
    text: "Mine",
    note: "Theirs",
  });
  expect(resolveConflict(kind, conflict, { theirKeys: [], typed: sent })).toEqual(conflict.merged);
});

test("what was typed while a request was pending is kept", () => {
  const typed = { ...sent, text: "Typed since" };
  expect(resolveConflict(kind, conflict, { theirKeys: ["title"], typed })).toEqual({
    title: "Theirs",
    text: "Typed since",
    note: "Theirs",
  });
  const replied = { ...sent, title: "Mine, trimmed" };
  expect(mergeTyped(kind, { sent, replied, typed: sent })).toBe(replied);
  expect(mergeTyped(kind, { sent, replied, typed })).toEqual({ ...replied, text: "Typed since" });
});
