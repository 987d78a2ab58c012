import { emptyQuote, type QuoteDraft } from "../../schema.ts";

const STORAGE_KEY = "quote-draft";

/** `startedAt`: when the form was first opened, milliseconds since 1970. */
export type StoredDraft = { step: number; values: QuoteDraft; startedAt: number };

/** The unfinished answers of this tab, or null. Whatever else lies there is dropped. */
export function loadDraft(): StoredDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as Partial<StoredDraft> | null;
    if (!stored?.values || !Number.isInteger(stored.step) || (stored.step as number) < 1) return null;
    const values = { ...emptyQuote };
    for (const field of Object.keys(emptyQuote) as (keyof QuoteDraft)[]) {
      const value = stored.values[field];
      if (typeof value === "string") values[field] = value;
    }
    return { step: stored.step as number, values, startedAt: Number(stored.startedAt) || Date.now() };
  } catch {
    clearDraft();
    return null;
  }
}

export function saveDraft(draft: StoredDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; the form works without it.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
