import { useRef, useState } from "react";
import type { ContentKind, StoredDraft } from "../../editor-schema.ts";
import { useEditorDrafts } from "./use-editor-drafts.ts";
import { type ConfirmationReply, useEditorSave } from "./use-editor-save.ts";
import { useEditorValues } from "./use-editor-values.ts";
import type { SaveRequest } from "./use-save-request.ts";

type EditorOptions<V, C extends ConfirmationReply> = {
  kind: ContentKind<V>;
  /** Null for new content. */
  content: { id: string; version: number; values: V } | null;
  createEmpty: () => V;
  /** Initial unsaved values of new content. */
  initialValues?: V | null;
  /** This person's unsaved drafts, newest first. */
  drafts: readonly StoredDraft<V>[];
  onConfirmationNeeded?: (reply: C, sent: SaveRequest<V>) => void;
};

/** Focuses the field with the missing value. */
function focusField(path: readonly string[]): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path.join("/"))}"]`)?.focus();
}

/** State of an editor: typed values, saved values, drafts, and conflicts with other people. */
export function useContentEditor<V, C extends ConfirmationReply = never>({
  kind,
  content,
  createEmpty,
  initialValues,
  drafts: stored,
  onConfirmationNeeded,
}: EditorOptions<V, C>) {
  const editor = useEditorValues({ content, createEmpty, initialValues });
  const { values, setValues, baseVersion } = editor;
  const [error, setError] = useState<string>();
  const key = content?.id ?? kind.newDraftKey;
  const { markSaved, flush, waitForWrites, isDraftOffered, ...drafts } = useEditorDrafts({
    kind,
    key,
    stored,
    editor,
  });
  const { save, isSaving, isCreated, conflict } = useEditorSave<V, C>({
    kind,
    content,
    editor,
    onSaved: markSaved,
    onRefused: (message) => {
      setError(message);
      if (message === kind.messages.slugTaken) focusField(["slug"]);
    },
    onConfirmationNeeded,
  });
  const isStarting = useRef(false);
  const trySave = async () => {
    if (isSaving || isStarting.current) return;
    const missing = kind.findMissingField(values);
    setError(missing?.message);
    if (missing) return focusField(missing.path);
    isStarting.current = true;
    if (isDraftOffered) await flush();
    await waitForWrites();
    isStarting.current = false;
    save({ values, baseVersion });
  };
  return {
    ...drafts,
    saved: editor.saved,
    values,
    baseVersion,
    isChanged: editor.isChanged,
    isSaving,
    error,
    setError,
    change: (change: (values: V) => V) => {
      setError(undefined);
      setValues(change);
    },
    /** Saves without a check for missing values. */
    save,
    trySave: () => void trySave(),
    /** Input is disabled while new content is being created. */
    isLocked: !content && (isSaving || isCreated),
    conflict,
  };
}
