import { z } from "zod";
import type { StoredDraft } from "../../editor-schema.ts";

/**
 * A page that is loaded again may be read before its last draft is written: this tab keeps a copy
 * until then.
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
    // Without room in the browser the server's draft is all there is.
  }
}

/** What was typed is safe elsewhere. */
export function deleteDraftCopy(key: string): null {
  try {
    sessionStorage.removeItem(getCopyStorageKey(key));
  } catch {
    // A browser that keeps nothing has no copy.
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
 * What this tab held last, where the server has nothing newer. It stays until it is kept elsewhere
 * or dropped.
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
