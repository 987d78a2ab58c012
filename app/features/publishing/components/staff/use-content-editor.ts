import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import type { ContentKind, SaveReply, StoredDraft } from "../../editor-schema.ts";
import { isSame, type Json } from "../../merge-changes.ts";
import { dropCopy, takeCopy } from "./draft-copy.ts";
import { useDraft } from "./use-draft.ts";
import { type Sent, useSave } from "./use-save.ts";

const SUCCESS_MS = 3_000;

/** What only one kind's saves answer: nothing is saved until a person has decided. */
type OtherReply = { ok: false; reason: string; message?: undefined };
type Conflicted<V> = Extract<SaveReply<V>, { reason: "conflict" }> & { sent: V };

type EditorOptions<V, O extends OtherReply> = {
  kind: ContentKind<V>;
  /** Null for something new. */
  content: { id: string; version: number; values: V } | null;
  empty: () => V;
  /** What this person typed the last time and did not save. */
  draft: StoredDraft<V> | null;
  onOther?: (reply: O, sent: Sent<V>) => void;
};

const same = <V>(a: V, b: V) => isSame(a as Json, b as Json);

/** Puts the cursor where something is missing. */
function focusField(path: readonly string[]): void {
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path.join("/"))}"]`)?.focus();
}

/** What was typed the last time and not saved; null where there is nothing, or it is decided upon. */
function useEarlierDraft<V>({ key, stored, saved, parse }: { key: string; stored: StoredDraft<V> | null; saved: V; parse: ContentKind<V>["parse"] }) {
  const [earlier, setEarlier] = useState(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    const copy = takeCopy({ key, stored, parse });
    if (copy && same(copy.values, saved)) dropCopy(key);
    else if (copy) setEarlier(copy);
  }, []);
  return [earlier, setEarlier] as const;
}

/** The state of an editor: what is typed, what is saved, and what two people changed at once. */
export function useContentEditor<V, O extends OtherReply = never>({ kind, content, empty, draft: stored, onOther }: EditorOptions<V, O>) {
  const { messages } = kind;
  const navigate = useNavigate();
  const [saved, setSaved] = useState(() => content?.values ?? empty());
  const [values, setValues] = useState(saved);
  const [baseVersion, setBaseVersion] = useState(content?.version ?? 0);
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflicted<V>>();
  const [isCreated, setCreated] = useState(false);
  const isChanged = !same(values, saved);
  const key = content?.id ?? kind.newKey;
  const [earlier, setEarlier] = useEarlierDraft({ key, stored, saved, parse: kind.parse });
  const draft = useDraft({ path: kind.draftsPath, key, baseVersion, values, isChanged, isPaused: earlier !== null, keptAt: stored?.savedAt.getTime() ?? 0 });

  const { save, isSaving } = useSave<V, SaveReply<V> | O>(content?.id ?? null, (reply, sent) => {
    if (reply.ok) {
      toast.success(reply.created ? messages.created : messages.updated, { duration: SUCCESS_MS, position: "top-center" });
      draft.forget();
      setSaved(reply.values);
      setBaseVersion(reply.saved.version);
      // What was typed while it was being saved stays.
      setValues((now) => (same(now, sent.values) ? reply.values : kind.merge({ base: sent.values, theirs: reply.values, mine: now }).merged));
      if (content) return;
      setCreated(true);
      navigate(`${kind.editorPath}/${reply.saved.slug}`, { replace: true });
    } else if (reply.message !== undefined) {
      setError(reply.message);
      if (reply.message === messages.slugTaken) focusField(["slug"]);
    } else if (reply.reason === "conflict") setConflict({ ...(reply as Conflicted<V>), sent: sent.values });
    else onOther?.(reply as O, sent);
  });

  const trySave = () => {
    if (isSaving) return;
    const gap = kind.findGap(values);
    setError(gap?.message);
    if (gap) focusField(gap.path);
    else save({ values, baseVersion });
  };
  return {
    ...{ saved, values, baseVersion, isChanged, isSaving, error, setError, trySave, save, earlier, kept: draft.kept },
    change: (change: (values: V) => V) => {
      setError(undefined);
      setValues(change);
    },
    continueDraft: () => {
      if (!earlier) return;
      setValues(earlier.values);
      setBaseVersion(earlier.baseVersion);
      setEarlier(null);
    },
    discardDraft: () => {
      void draft.drop();
      setEarlier(null);
    },
    /** Nothing may be typed now: an earlier draft has to be decided on, or something new is becoming something saved. */
    isWaiting: earlier !== null || (!content && (isSaving || isCreated)),
    /** Fields that both changed, to be decided on; null without a conflict. */
    conflict: conflict && {
      fields: kind.describeConflicts(conflict.conflicts, { theirs: conflict.theirs, mine: conflict.merged }),
      cancel: () => setConflict(undefined),
      /** Saves on top of the newer version, with the other person's words in the fields of these keys. */
      resolve: (theirs: readonly string[]) => {
        const taken = conflict.conflicts.filter(({ path }) => theirs.includes(path.join("/")));
        const decided = kind.put(
          conflict.merged,
          taken.map(({ path, theirs: value }) => ({ path, value })),
        );
        // What was typed while the answer was on its way stays.
        const chosen = same(values, conflict.sent) ? decided : kind.merge({ base: conflict.sent, theirs: decided, mine: values }).merged;
        setValues(chosen);
        setBaseVersion(conflict.version);
        setConflict(undefined);
        save({ values: chosen, baseVersion: conflict.version });
      },
    },
  };
}
