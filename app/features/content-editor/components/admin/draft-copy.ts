import { z } from "zod";
import type { StoredDraft } from "../../editor-schema.ts";

/**
 * A reloaded page may be read before its last draft is saved on the server: until then this tab
 * keeps a copy.
 */
const getCopyStorageKey = (key: string) => `draft:${key}`;
const copySchema = z.object({
  baseVersion: z.number(),
  values: z.unknown(),
  at: z.number(),
  serverSavedAt: z.number(),
  earlierSavedAt: z.number().optional(),
});

type NewCopy = { key: string; baseVersion: number; values: unknown; earlierSavedAt?: number };

export function saveDraftCopy({ key, ...draft }: NewCopy, serverSavedAt: number): void {
  try {
    sessionStorage.setItem(
      getCopyStorageKey(key),
      JSON.stringify({ ...draft, at: Date.now(), serverSavedAt }),
    );
  } catch {
    // Without storage space in the browser, only the server has the draft.
  }
}

/** Called when the draft is stored elsewhere. */
export function deleteDraftCopy(key: string): null {
  try {
    sessionStorage.removeItem(getCopyStorageKey(key));
  } catch {
    // A browser without storage has no copy.
  }
  return null;
}

export type DraftCopy<V> = StoredDraft<V> & { earlierSavedAt?: number };
type LoadCopyOptions<V> = {
  key: string;
  stored: StoredDraft<V> | null;
  parse: (stored: unknown) => V | null;
};

/**
 * The last copy of this tab, unless the server has a newer draft. It stays until it is saved on the
 * server or deleted.
 */
export function loadDraftCopy<V>({ key, stored, parse }: LoadCopyOptions<V>): DraftCopy<V> | null {
  try {
    const { data } = copySchema.safeParse(
      JSON.parse(sessionStorage.getItem(getCopyStorageKey(key)) ?? "null"),
    );
    const values = data && parse(data.values);
    if (!data || !values || (stored && stored.savedAt.getTime() > data.serverSavedAt))
      return deleteDraftCopy(key);
    return {
      key,
      values,
      baseVersion: data.baseVersion,
      savedAt: new Date(data.at),
      earlierSavedAt: data.earlierSavedAt,
    };
  } catch {
    return null;
  }
}
