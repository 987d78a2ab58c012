import { useEffect, useRef, useState } from "react";
import { buildEarlierDraftKey } from "../../draft-key.ts";
import type { StoredDraft } from "../../editor-schema.ts";
import { deleteDraftCopy, loadDraftCopy } from "./draft-copy.ts";
import { type DraftState, postDraft, saveDraft } from "./use-draft.ts";

/** Interval of retries for a draft that this tab could not send. */
const RETRY_MS = 10_000;

type EarlierOptions<V> = {
  /** Key of the content, under which the current draft is saved. */
  key: string;
  path: string;
  stored: readonly StoredDraft<V>[];
  /** Whether a draft equals the saved content. */
  isSaved: (values: V) => boolean;
  parse: (stored: unknown) => V | null;
};
/** `isUnsent`: only this tab has it. */
export type EarlierDraft<V> = StoredDraft<V> & { isUnsent?: boolean };

/**
 * Unsaved drafts, newest first; they are offered until restored or discarded. The next draft is
 * saved under the content's own key; the server then moves the one offered there to another key.
 */
export function useEarlierDrafts<V>({ key, path, stored, isSaved, parse }: EarlierOptions<V>) {
  const [drafts, setDrafts] = useState<EarlierDraft<V>[]>(() => [...stored]);
  /** When the server saved the latest draft known to this page, in milliseconds; 0 for none. */
  const [serverSavedAt, setServerSavedAt] = useState(
    () => stored.find((draft) => draft.key === key)?.savedAt.getTime() ?? 0,
  );
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingSave = useRef<Promise<DraftState>>(undefined);
  const current = drafts.find((draft) => draft.key === key);
  const markKeptAsEarlier = (savedAt: number) =>
    setDrafts((now) =>
      now.map((draft) =>
        draft.key === key ? { ...draft, key: buildEarlierDraftKey(key, savedAt) } : draft,
      ),
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    const before = stored.find((draft) => draft.key === key);
    const copy = loadDraftCopy({ key, stored: before ?? null, parse });
    if (!copy) return;
    if (isSaved(copy.values)) return void deleteDraftCopy(key);
    const { earlierSavedAt, ...draft } = copy;
    // The tab replaced the server's draft, or kept it as an earlier one if it was offered at the
    // time.
    const others = stored.flatMap((other) =>
      other.key !== key
        ? [other]
        : earlierSavedAt === other.savedAt.getTime()
          ? [{ ...other, key: buildEarlierDraftKey(key, earlierSavedAt) }]
          : [],
    );
    setDrafts([{ ...draft, isUnsent: true }, ...others]);
    const send = async () => {
      pendingSave.current = saveDraft(path, {
        key,
        baseVersion: draft.baseVersion,
        values: draft.values,
        earlierSavedAt,
      });
      const state = await pendingSave.current;
      if (state.state !== "saved") {
        retry.current = setTimeout(send, RETRY_MS);
        return;
      }
      deleteDraftCopy(key);
      setServerSavedAt(state.at);
      setDrafts((now) =>
        now.map((one) => (one.isUnsent ? { ...draft, savedAt: new Date(state.at) } : one)),
      );
    };
    void send();
    return () => clearTimeout(retry.current);
  }, []);

  const deleteDraft = ({ savedAt }: Pick<StoredDraft<V>, "savedAt">) =>
    void postDraft(path, { intent: "drop", key, savedAt: savedAt.getTime() }).catch(() => {});
  const discard = async (chosen: EarlierDraft<V>) => {
    setDrafts((now) => now.filter((one) => one !== chosen));
    if (!chosen.isUnsent) return deleteDraft(chosen);
    const state = await pendingSave.current;
    clearTimeout(retry.current);
    deleteDraftCopy(key);
    // Deletes the draft being sent, or the one it would have replaced.
    deleteDraft(
      state?.state === "saved"
        ? { savedAt: new Date(state.at) }
        : (stored.find((one) => one.key === key) ?? chosen),
    );
  };
  return { drafts, current, serverSavedAt, setDrafts, markKeptAsEarlier, deleteDraft, discard };
}
