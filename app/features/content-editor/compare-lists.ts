import type { Difference } from "./editor-schema.ts";
import { isSame } from "./merge-changes.ts";

export type NamedEntry = { key: string; label: string; text: string };

/**
 * Lists entries that exist in only one of two lists, and whether the others changed their order.
 */
export function compareLists(
  earlier: NamedEntry[],
  now: NamedEntry[],
  order: { key: string; label: string },
): Difference[] {
  const [before, after] = [earlier, now].map((list) => list.map(({ key }) => key)) as [
    string[],
    string[],
  ];
  const removed = earlier
    .filter(({ key }) => !after.includes(key))
    .map(({ key, label, text }) => ({
      key,
      label: `${label} (removed since)`,
      theirs: text,
      mine: "",
    }));
  const added = now
    .filter(({ key }) => !before.includes(key))
    .map(({ key, label, text }) => ({
      key,
      label: `${label} (added since)`,
      theirs: "",
      mine: text,
    }));
  const isMoved = !isSame(
    before.filter((key) => after.includes(key)),
    after.filter((key) => before.includes(key)),
  );
  return [
    ...removed,
    ...added,
    ...(isMoved ? [{ ...order, theirs: "Different order", mine: "Current order" }] : []),
  ];
}
