import { useState } from "react";
import { capitalize } from "#app/lib/text.ts";
import { moveEntry } from "../../move-entry.ts";
import { useFocusLater } from "./use-focus-later.ts";
import { useUndoToast } from "./use-undo-toast.ts";

const UNDO_MS = 8_000;

type EntriesOptions<E> = {
  /** Such as "question"; prefix of the ids of the move buttons. */
  noun: string;
  entries: readonly E[];
  /** Maximum number of entries. */
  max: number;
  onChange: (change: (entries: E[]) => E[]) => void;
};

/**
 * Moves, removes and adds list entries by keyboard or mouse: the focus is preserved, and each
 * change is announced.
 */
export function useEntries<E extends { id: string }>({
  noun,
  entries,
  max,
  onChange,
}: EntriesOptions<E>) {
  const [announcement, announce] = useState("");
  const focusLater = useFocusLater();
  const offerUndo = useUndoToast();
  return {
    announcement,
    announce,
    focusLater,
    /** Inserts after an entry, by default at the end. */
    add: (entry: E, after = entries.length - 1) => {
      onChange((now) => now.toSpliced(after + 1, 0, entry));
      announce(`${capitalize(noun)} ${after + 2} added`);
    },
    edit: (id: string, change: (entry: E) => E) =>
      onChange((now) => now.map((entry) => (entry.id === id ? change(entry) : entry))),
    move: (entry: E, at: number, by: -1 | 1) => {
      onChange((now) => moveEntry(now, at, by));
      announce(`${capitalize(noun)} ${at + 1} is now ${noun} ${at + by + 1}`);
      focusLater(`${noun}-${entry.id}-${by === -1 ? "up" : "down"}`);
    },
    remove: (entry: E, at: number) => {
      onChange((now) => now.filter(({ id }) => id !== entry.id));
      const next = entries[at + 1] ?? entries[at - 1];
      focusLater(next ? `${noun}-${next.id}-up` : `add-${noun}`);
      const undoRemove = () =>
        onChange((now) =>
          now.some(({ id }) => id === entry.id) || now.length >= max
            ? now
            : now.toSpliced(at, 0, entry),
        );
      offerUndo(`${capitalize(noun)} ${at + 1} removed`, { duration: UNDO_MS, undo: undoRemove });
    },
  };
}
