import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, mergeChanges, setAtPath } from "./merge-changes.ts";

const items = (...ids: string[]) => ids.map((id) => ({ id, text: id }));
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).join("");
const mergeIds = (base: string, theirs: string, mine: string) => {
  const [b, t, m] = [base, theirs, mine].map((text) => items(...text)) as [
    ReturnType<typeof items>,
    ReturnType<typeof items>,
    ReturnType<typeof items>,
  ];
  return idsOf(mergeChanges({ base: b, theirs: t, mine: m }).merged);
};

describe("fields", () => {
  test("keeps what only one side changed; reports what both changed, and keeps mine until it is resolved", () => {
    const { merged, conflicts } = mergeChanges({
      base: { a: 1, b: 1, c: 1, d: { x: 1, y: 1 } },
      theirs: { a: 2, b: 1, c: 2, d: { x: 2, y: 1 } },
      mine: { a: 1, b: 3, c: 3, d: { x: 1, y: 3 } },
    });
    expect(merged).toEqual({ a: 2, b: 3, c: 3, d: { x: 2, y: 3 } });
    expect(conflicts).toEqual([{ path: ["c"], theirs: 2, mine: 3 }]);
  });

  test("the same change on both sides is no conflict; a list without ids is one value", () => {
    expect(
      mergeChanges({ base: { a: ["x"] }, theirs: { a: ["y"] }, mine: { a: ["y"] } }).conflicts,
    ).toEqual([]);
    expect(
      mergeChanges({ base: { a: ["x"] }, theirs: { a: ["y"] }, mine: { a: ["z"] } }).conflicts,
    ).toEqual([{ path: ["a"], theirs: ["y"], mine: ["z"] }]);
  });
});

describe("lists of entries", () => {
  test("an entry is merged field by field, and a conflict names it", () => {
    const { merged, conflicts } = mergeChanges({
      base: [{ id: "1", text: "a", note: "n" }],
      theirs: [{ id: "1", text: "b", note: "n" }],
      mine: [{ id: "1", text: "c", note: "m" }],
    });
    expect(merged).toEqual([{ id: "1", text: "c", note: "m" }]);
    expect(conflicts).toEqual([{ path: ["1", "text"], theirs: "b", mine: "c" }]);
  });

  test.each([
    ["abc", "abc", "acb", "acb", "I moved"],
    ["abc", "cab", "abc", "cab", "they moved"],
    ["abc", "cab", "acb", "acb", "both moved: mine"],
    ["abc", "abxc", "abcy", "abxcy", "each added"],
    ["abc", "ac", "abcy", "acy", "they removed, I added"],
    ["abc", "abcx", "bc", "bcx", "I removed, they added"],
    ["abc", "cba", "abcy", "cyba", "they moved, I added behind c"],
    ["abc", "xabc", "cab", "xcab", "they added in front, I moved"],
    ["ab", "b", "a", "", "each removed another one"],
  ])("%s, theirs %s, mine %s gives %s (%s)", (base, theirs, mine, merged) => {
    expect(mergeIds(base, theirs, mine)).toBe(merged);
  });

  test("an entry that one side removed and the other changed is kept", () => {
    const base = items("a", "b");
    const changed = [{ id: "a", text: "new" }, ...items("b")];
    expect(mergeChanges({ base, theirs: items("b"), mine: changed }).merged).toEqual(changed);
    expect(idsOf(mergeChanges({ base, theirs: changed, mine: items("b") }).merged)).toBe("ab");
  });
});

test("a value that the other side does not have is removed, with its key", () => {
  const target = { title: "T", note: "N", list: [...items("a", "b")] };
  setAtPath(target, ["note"], null);
  setAtPath(target, ["list", "a"], null);
  setAtPath(target, ["list", "gone"], { id: "gone", text: "new" });
  expect(Object.keys(target)).toEqual(["title", "list"]);
  expect(idsOf(target.list)).toBe("b");
});

describe("random changes", () => {
  const text = fc.constantFrom("x", "y", "z");
  const value = fc.record({
    title: text,
    list: fc.uniqueArray(fc.record({ id: fc.constantFrom("1", "2", "3", "4"), text, note: text }), {
      selector: ({ id }) => id,
      minLength: 1,
    }),
  });
  test("a change by one side only is never lost or reported", () => {
    fc.assert(
      fc.property(value, value, (base, other) => {
        for (const versions of [
          { base, theirs: other, mine: base },
          { base, theirs: base, mine: other },
          { base, theirs: other, mine: other },
        ])
          expect(mergeChanges<Json>(versions)).toEqual({ merged: other, conflicts: [] });
      }),
    );
  });
});
