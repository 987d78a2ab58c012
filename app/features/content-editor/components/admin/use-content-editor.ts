import { useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { buildEarlierDraftKey } from "../../draft-key.ts";
import type { ContentKind, SaveReply, StoredDraft } from "../../editor-schema.ts";
import { isSame, type Json } from "../../merge-changes.ts";
import { useDraft } from "./use-draft.ts";
import { useEarlierDrafts } from "./use-earlier-drafts.ts";
import { type SaveRequest, useSave } from "./use-save.ts";

const SUCCESS_MS = 3_000;

/** A reply specific to one kind of content: nothing is saved until a person has decided. */
type OtherReply = { ok: false; reason: string; message?: undefined };
type Conflicted<V> = Extract<SaveReply<V>, { reason: "conflict" }> & { sent: V };

type EditorOptions<V, O extends OtherReply> = {
  kind: ContentKind<V>;
  /** Null for new content. */
  content: { id: string; version: number; values: V } | null;
  empty: () => V;
  /** Initial unsaved values of new content. */
  initialValues?: V | null;
  /** This person's unsaved drafts, newest first. */
  drafts: readonly StoredDraft<V>[];
  onOther?: (reply: O, sent: SaveRequest<V>) => void;
};

const isEqual = <V>(a: V, b: V) => isSame(a as Json, b as Json);

/** Focuses the field with the missing value. */
function focusField(path: readonly string[]): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path.join("/"))}"]`)?.focus();
}

function withDraft<D extends { key: string }>(
  drafts: readonly D[],
  key: string,
  act: (draft: D) => unknown,
): void {
  const found = drafts.find((draft) => draft.key === key);
  if (found) void act(found);
}

/** State of an editor: typed values, saved values, and conflicts with other people's changes. */
export function useContentEditor<V, O extends OtherReply = never>({
  kind,
  content,
  empty,
  initialValues,
  drafts: stored,
  onOther,
}: EditorOptions<V, O>) {
  const { messages } = kind;
  const navigate = useNavigate();
  const [saved, setSaved] = useState(() => content?.values ?? empty());
  const [values, setValues] = useState(initialValues ?? saved);
  const [baseVersion, setBaseVersion] = useState(content?.version ?? 0);
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflicted<V>>();
  const [isCreated, setCreated] = useState(false);
  const isChanged = !isEqual(values, saved);
  const key = content?.id ?? kind.newDraftKey;
  const { draftsPath: path, parse } = kind;
  const earlier = useEarlierDrafts({
    key,
    path,
    stored,
    parse,
    isSaved: (values) => isEqual(values, saved),
  });
  const [restoreCount, setRestoreCount] = useState(0);
  const draft = useDraft({
    ...{ path, key, baseVersion, values, isChanged },
    serverSavedAt: earlier.serverSavedAt,
    earlierSavedAt: earlier.current?.savedAt.getTime(),
    onEarlierKept: earlier.markKeptAsEarlier,
    isPaused: earlier.current?.isUnsent ?? false,
  });

  const { save, isSaving } = useSave<V, SaveReply<V> | O>(content?.id ?? null, (reply, sent) => {
    if (reply.ok) {
      toast.success(reply.created ? messages.created : messages.updated, { duration: SUCCESS_MS });
      draft.markSaved();
      setSaved(reply.values);
      setBaseVersion(reply.saved.version);
      // Changes typed during the save are kept.
      setValues((now) =>
        isEqual(now, sent.values)
          ? reply.values
          : kind.merge({ base: sent.values, theirs: reply.values, mine: now }).merged,
      );
      if (content) return;
      setCreated(true);
      navigate(`${kind.editorPath}/${reply.saved.slug}`, { replace: true });
    } else if (reply.message !== undefined) {
      setError(reply.message);
      if (reply.message === messages.slugTaken) focusField(["slug"]);
    } else if (reply.reason === "conflict")
      setConflict({ ...(reply as Conflicted<V>), sent: sent.values });
    else onOther?.(reply as O, sent);
  });

  const trySave = async () => {
    if (isSaving) return;
    const gap = kind.findMissingField(values);
    setError(gap?.message);
    if (gap) return focusField(gap.path);
    // A save deletes the draft under the content's own key; a draft that is still offered is moved
    // to another key first.
    if (earlier.current) await draft.flush();
    save({ values, baseVersion });
  };
  /**
   * Loads an earlier draft into the editor. Unsaved changes in the editor become an earlier draft
   * themselves.
   */
  const restoreDraft = async (chosen: StoredDraft<V>) => {
    const replaced: StoredDraft<V>[] = [];
    if (chosen !== earlier.current || isChanged) {
      const typed = isChanged ? await draft.flush() : null;
      if (typed?.state === "saved")
        replaced.push({
          key: buildEarlierDraftKey(key, typed.at),
          values,
          baseVersion,
          savedAt: new Date(typed.at),
        });
      const isSafe = typed === null || typed.state === "saved";
      const written = isSafe
        ? await draft.write({
            key,
            baseVersion: chosen.baseVersion,
            values: chosen.values,
            earlierSavedAt: replaced[0]?.savedAt.getTime(),
          })
        : typed;
      if (written.state !== "saved")
        return void toast.error(
          "Could not restore: there is no connection. Both versions are kept.",
        );
      earlier.deleteDraft(chosen);
    }
    earlier.setDrafts((now) => [
      ...replaced,
      ...now.filter(({ savedAt }) => savedAt !== chosen.savedAt),
    ]);
    setValues(chosen.values);
    setBaseVersion(chosen.baseVersion);
    setRestoreCount((times) => times + 1);
  };
  return {
    ...{
      saved,
      values,
      baseVersion,
      isChanged,
      isSaving,
      error,
      setError,
      save,
      draftState: draft.draftState,
    },
    change: (change: (values: V) => V) => {
      setError(undefined);
      setValues(change);
    },
    trySave: () => void trySave(),
    /**
     * Drafts that are offered, and how many have been restored: fields with their own state are
     * reset after each.
     */
    earlier: earlier.drafts,
    restoreCount,
    restoreDraft: (draftKey: string) => withDraft(earlier.drafts, draftKey, restoreDraft),
    discardDraft: (draftKey: string) => withDraft(earlier.drafts, draftKey, earlier.discard),
    /** Input is disabled while new content is being created. */
    isLocked: !content && (isSaving || isCreated),
    /** Fields that both people changed; undefined without a conflict. */
    conflict: conflict && {
      fields: kind.describeConflicts(conflict.conflicts, {
        theirs: conflict.theirs,
        mine: conflict.merged,
      }),
      cancel: () => setConflict(undefined),
      /**
       * Saves on top of the newer version, using the other person's values for the fields with
       * these keys.
       */
      resolve: (theirs: readonly string[]) => {
        const chosenConflicts = conflict.conflicts.filter(({ path }) =>
          theirs.includes(path.join("/")),
        );
        const decided = kind.applyChanges(
          conflict.merged,
          chosenConflicts.map(({ path, theirs: value }) => ({ path, value })),
        );
        // Changes typed while the response was pending are kept.
        const chosen = isEqual(values, conflict.sent)
          ? decided
          : kind.merge({ base: conflict.sent, theirs: decided, mine: values }).merged;
        setValues(chosen);
        setBaseVersion(conflict.version);
        setConflict(undefined);
        save({ values: chosen, baseVersion: conflict.version });
      },
    },
  };
}
