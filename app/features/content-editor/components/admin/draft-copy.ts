import { z } from "zod";
import type { StoredDraft } from "../../editor-schema.ts";

/**
 * A page that is loaded again may be read before its last draft is written: this tab keeps a copy
 * until then.
 */
const copyName = (key: string) => `draft:${key}`;
const copySchema = z.object({
  baseVersion: z.number(),
  values: z.unknown(),
  at: z.number(),
  keptAt: z.number(),
  keepEarlier: z.number().optional(),
});

type NewCopy = { key: string; baseVersion: number; values: unknown; keepEarlier?: number };

export function keepCopy({ key, ...draft }: NewCopy, keptAt: number): void {
  try {
    sessionStorage.setItem(copyName(key), JSON.stringify({ ...draft, at: Date.now(), keptAt }));
  } catch {
    // Without room in the browser the server's draft is all there is.
  }
}

/** What was typed is safe elsewhere. */
export function dropCopy(key: string): null {
  try {
    sessionStorage.removeItem(copyName(key));
  } catch {
    // A browser that keeps nothing has no copy.
  }
  return null;
}

export type DraftCopy<V> = StoredDraft<V> & { keepEarlier?: number };
type TakeOptions<V> = {
  key: string;
  stored: StoredDraft<V> | null;
  parse: (stored: unknown) => V | null;
};

/**
 * What this tab held last, where the server has nothing newer. It stays until it is kept elsewhere
 * or dropped.
 */
export function takeCopy<V>({ key, stored, parse }: TakeOptions<V>): DraftCopy<V> | null {
  try {
    const { data } = copySchema.safeParse(
      JSON.parse(sessionStorage.getItem(copyName(key)) ?? "null"),
    );
    const values = data && parse(data.values);
    if (!data || !values || (stored && stored.savedAt.getTime() > data.keptAt))
      return dropCopy(key);
    return {
      key,
      values,
      baseVersion: data.baseVersion,
      savedAt: new Date(data.at),
      keepEarlier: data.keepEarlier,
    };
  } catch {
    return null;
  }
}
