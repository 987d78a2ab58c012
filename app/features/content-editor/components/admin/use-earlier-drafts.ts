import { useEffect, useRef, useState } from "react";
import { buildEarlierDraftKey } from "../../draft-key.ts";
import type { StoredDraft } from "../../editor-schema.ts";
import { type DraftCopy, deleteDraftCopy, loadDraftCopy } from "./draft-copy.ts";
import { DRAFT_RETRY_MS, type DraftState, deleteDraft, saveDraft } from "./draft-requests.ts";

type EarlierDraftsOptions<V> = {
  /** Key of the content, under which the current draft is saved. */
  key: string;
  /** URL of the drafts endpoint. */
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
export function useEarlierDrafts<V>(options: EarlierDraftsOptions<V>) {
  const { key, path, stored, isSaved } = options;
  // The draft of what was then saved: it reached the server together with the save.
  const listUnsaved = () => stored.filter((draft) => !isSaved(draft.values));
  const [drafts, setDrafts] = useState<EarlierDraft<V>[]>(listUnsaved);
  const storedCurrent = stored.find((draft) => draft.key === key);
  /** When the server saved the latest draft known to this page, in milliseconds; 0 for none. */
  const [serverSavedAt, setServerSavedAt] = useState(() => storedCurrent?.savedAt.getTime() ?? 0);
  const unsent = useUnsentDraft(options, {
    onFound: ({ earlierSavedAt, ...copy }) =>
      setDrafts([
        { ...copy, isUnsent: true },
        ...withoutReplaced(listUnsaved(), key, earlierSavedAt),
      ]),
    onSent: ({ earlierSavedAt: _, ...copy }, at) => {
      setServerSavedAt(at);
      setDrafts((now) =>
        now.map((draft) => (draft.isUnsent ? { ...copy, savedAt: new Date(at) } : draft)),
      );
    },
  });

  const markKeptAsEarlier = (savedAt: number) =>
    setDrafts((now) =>
      now.map((draft) =>
        draft.key === key ? { ...draft, key: buildEarlierDraftKey(key, savedAt) } : draft,
      ),
    );
  const deleteStored = ({ savedAt }: Pick<StoredDraft<V>, "savedAt">) =>
    void deleteDraft(path, { key, savedAt: savedAt.getTime() });
  const discard = async (chosen: EarlierDraft<V>) => {
    setDrafts((now) => now.filter((draft) => draft !== chosen));
    if (!chosen.isUnsent) return deleteStored(chosen);
    const sentAt = await unsent.stop();
    // Deletes the draft that was being sent, or the one it would have replaced.
    deleteStored(sentAt === null ? (storedCurrent ?? chosen) : { savedAt: new Date(sentAt) });
  };
  return {
    drafts,
    /** The draft that is offered under the content's own key. */
    current: drafts.find((draft) => draft.key === key),
    serverSavedAt,
    setDrafts,
    markKeptAsEarlier,
    deleteStored,
    discard,
  };
}

/**
 * The stored drafts besides one that this tab wrote: it replaced the content's own draft, or kept
 * that as an earlier one if it was offered at the time.
 */
const withoutReplaced = <V>(
  stored: readonly StoredDraft<V>[],
  key: string,
  earlierSavedAt: number | undefined,
): StoredDraft<V>[] =>
  stored.flatMap((draft) => {
    if (draft.key !== key) return [draft];
    return earlierSavedAt === draft.savedAt.getTime()
      ? [{ ...draft, key: buildEarlierDraftKey(key, earlierSavedAt) }]
      : [];
  });

type UnsentCallbacks<V> = {
  onFound: (copy: DraftCopy<V>) => void;
  /** `at`: when the server saved it, in milliseconds. */
  onSent: (copy: DraftCopy<V>, at: number) => void;
};

/** Finds the last draft that this tab wrote before a reload, and sends it until the server has it. */
function useUnsentDraft<V>(
  { key, path, stored, isSaved, parse }: EarlierDraftsOptions<V>,
  { onFound, onSent }: UnsentCallbacks<V>,
) {
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingSave = useRef<Promise<DraftState>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    const current = stored.find((draft) => draft.key === key) ?? null;
    const copy = loadDraftCopy({ key, stored: current, parse });
    if (!copy) return;
    if (isSaved(copy.values)) return void deleteDraftCopy(key);
    onFound(copy);
    const { baseVersion, values, earlierSavedAt } = copy;
    const send = async () => {
      pendingSave.current = saveDraft(path, { key, baseVersion, values, earlierSavedAt });
      const result = await pendingSave.current;
      if (result.state !== "saved") {
        retry.current = setTimeout(send, DRAFT_RETRY_MS);
        return;
      }
      deleteDraftCopy(key);
      onSent(copy, result.at);
    };
    void send();
    return () => clearTimeout(retry.current);
  }, []);
  /** Stops the retries. Returns when the server saved the draft, in milliseconds, or null. */
  const stop = async (): Promise<number | null> => {
    const result = await pendingSave.current;
    clearTimeout(retry.current);
    deleteDraftCopy(key);
    return result?.state === "saved" ? result.at : null;
  };
  return { stop };
}
