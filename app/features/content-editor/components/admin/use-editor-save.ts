import { useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import type { ContentKind, SaveReply } from "../../editor-schema.ts";
import { mergeTyped, resolveConflict, type SaveConflict } from "../../resolve-conflict.ts";
import type { EditorValues } from "./use-editor-values.ts";
import { type SaveRequest, useSaveRequest } from "./use-save-request.ts";

const SUCCESS_MS = 3_000;

/** A reply specific to one kind of content: nothing is saved until a person has confirmed. */
export type ConfirmationReply = { ok: false; reason: string; message?: undefined };

type EditorSaveOptions<V, C extends ConfirmationReply> = {
  kind: ContentKind<V>;
  /** Null for new content. */
  content: { id: string } | null;
  editor: EditorValues<V>;
  onSaved: () => void;
  /** Called with the server's message. */
  onRefused: (message: string) => void;
  onConfirmationNeeded?: (reply: C, sent: SaveRequest<V>) => void;
};

/** Saves an editor's values, and lets the person resolve conflicts with other people's changes. */
export function useEditorSave<V, C extends ConfirmationReply>({
  kind,
  content,
  editor,
  ...callbacks
}: EditorSaveOptions<V, C>) {
  const { values, setSaved, setValues, setBaseVersion } = editor;
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<SaveConflict<V>>();
  const [isCreated, setCreated] = useState(false);

  const applySaved = (
    { created, saved, values: replied }: Extract<SaveReply<V>, { ok: true }>,
    sent: V,
  ) => {
    const { messages, editorPath } = kind;
    toast.success(created ? messages.created : messages.updated, { duration: SUCCESS_MS });
    callbacks.onSaved();
    setSaved(replied);
    setBaseVersion(saved.version);
    setValues((typed) => mergeTyped(kind, { sent, replied, typed }));
    if (content) return;
    setCreated(true);
    navigate(`${editorPath}/${saved.slug}`, { replace: true });
  };
  const { save, isSaving } = useSaveRequest<V, SaveReply<V> | C>(
    content?.id ?? null,
    (reply, sent) => {
      if (reply.ok) applySaved(reply, sent.values);
      else if (reply.message !== undefined) callbacks.onRefused(reply.message);
      else if (reply.reason === "conflict")
        setConflict({ ...(reply as SaveConflict<V>), sent: sent.values });
      else callbacks.onConfirmationNeeded?.(reply as C, sent);
    },
  );
  return {
    save,
    isSaving,
    isCreated,
    /** Fields that both people changed; undefined without a conflict. */
    conflict: conflict && {
      fields: kind.describeConflicts(conflict.conflicts, {
        theirs: conflict.theirs,
        mine: conflict.merged,
      }),
      cancel: () => setConflict(undefined),
      /** Saves on top of the newer version, with the other person's values for these keys. */
      resolve: (theirKeys: readonly string[]) => {
        const resolved = resolveConflict(kind, conflict, { theirKeys, typed: values });
        setValues(resolved);
        setBaseVersion(conflict.version);
        setConflict(undefined);
        save({ values: resolved, baseVersion: conflict.version });
      },
    },
  };
}
