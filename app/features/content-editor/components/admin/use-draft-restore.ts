import { useState } from "react";
import { toast } from "sonner";
import { buildEarlierDraftKey } from "../../draft-key.ts";
import type { StoredDraft } from "../../editor-schema.ts";
import type { useDraft } from "./use-draft.ts";
import type { useEarlierDrafts } from "./use-earlier-drafts.ts";
import type { EditorValues } from "./use-editor-values.ts";

type DraftRestoreOptions<V> = {
  key: string;
  editor: EditorValues<V>;
  earlier: ReturnType<typeof useEarlierDrafts<V>>;
  draft: Pick<ReturnType<typeof useDraft>, "flush" | "write">;
};

/** Loads earlier drafts into the editor, and keeps on the server what they replace there. */
export function useDraftRestore<V>({ key, editor, earlier, draft }: DraftRestoreOptions<V>) {
  const { values, baseVersion, isChanged, setValues, setBaseVersion } = editor;
  const [restoreCount, setRestoreCount] = useState(0);

  /**
   * Stores a draft as the current one. Unsaved changes in the editor become an earlier draft.
   * @returns the earlier drafts that were added, or null on failure
   */
  const storeAsCurrent = async (chosen: StoredDraft<V>): Promise<StoredDraft<V>[] | null> => {
    const added: StoredDraft<V>[] = [];
    if (isChanged) {
      const typed = await draft.flush();
      if (typed.state !== "saved") return null;
      const savedAt = new Date(typed.at);
      added.push({ key: buildEarlierDraftKey(key, typed.at), values, baseVersion, savedAt });
    }
    const written = await draft.write({
      key,
      baseVersion: chosen.baseVersion,
      values: chosen.values,
      earlierSavedAt: added[0]?.savedAt.getTime(),
    });
    return written.state === "saved" ? added : null;
  };
  const restore = async (chosen: StoredDraft<V>) => {
    const isCurrent = chosen === earlier.current && !isChanged;
    const added = isCurrent ? [] : await storeAsCurrent(chosen);
    if (!added)
      return void toast.error("Could not restore: there is no connection. Both versions are kept.");
    if (!isCurrent) earlier.deleteStored(chosen);
    earlier.setDrafts((now) => [
      ...added,
      ...now.filter(({ savedAt }) => savedAt !== chosen.savedAt),
    ]);
    setValues(chosen.values);
    setBaseVersion(chosen.baseVersion);
    setRestoreCount((count) => count + 1);
  };
  return { restoreCount, restore };
}
