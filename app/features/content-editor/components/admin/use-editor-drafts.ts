import type { ContentKind, StoredDraft } from "../../editor-schema.ts";
import { isEqual } from "../../resolve-conflict.ts";
import { useDraft } from "./use-draft.ts";
import { useDraftRestore } from "./use-draft-restore.ts";
import { type EarlierDraft, useEarlierDrafts } from "./use-earlier-drafts.ts";
import type { EditorValues } from "./use-editor-values.ts";

type EditorDraftsOptions<V> = {
  kind: Pick<ContentKind<V>, "draftsPath" | "parse">;
  /** Key of the draft that the editor writes. */
  key: string;
  /** This person's unsaved drafts, newest first. */
  stored: readonly StoredDraft<V>[];
  editor: EditorValues<V>;
};

/** The draft that an editor writes, and the earlier ones that it offers. */
export function useEditorDrafts<V>({ kind, key, stored, editor }: EditorDraftsOptions<V>) {
  const { saved, values, baseVersion, isChanged } = editor;
  const path = kind.draftsPath;
  const earlier = useEarlierDrafts({
    key,
    path,
    stored,
    parse: kind.parse,
    isSaved: (draft) => isEqual(draft, saved),
  });
  const draft = useDraft({
    path,
    key,
    baseVersion,
    values,
    isChanged,
    serverSavedAt: earlier.serverSavedAt,
    earlierSavedAt: earlier.current?.savedAt.getTime(),
    onEarlierKept: earlier.markKeptAsEarlier,
    isPaused: earlier.current?.isUnsent ?? false,
  });
  const { restoreCount, restore } = useDraftRestore({ key, editor, earlier, draft });
  const withDraft = (draftKey: string, act: (chosen: EarlierDraft<V>) => Promise<void>) => {
    const found = earlier.drafts.find((one) => one.key === draftKey);
    if (found) void act(found);
  };
  return {
    draftState: draft.draftState,
    /** The content was saved, and the server has deleted the draft. */
    markSaved: draft.markSaved,
    /**
     * Whether a draft is offered under the content's own key. A save would delete it, unless `flush`
     * moves it to another key first.
     */
    isDraftOffered: earlier.current !== undefined,
    flush: draft.flush,
    waitForWrites: draft.waitForWrites,
    /** Drafts that are offered. */
    earlierDrafts: earlier.drafts,
    /** How many have been restored: fields with their own state are reset after each. */
    restoreCount,
    /** Loads an earlier draft into the editor. */
    restoreDraft: (draftKey: string) => withDraft(draftKey, restore),
    discardDraft: (draftKey: string) => withDraft(draftKey, earlier.discard),
  };
}
