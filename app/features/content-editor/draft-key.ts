/**
 * Key of a draft that stays beside a newer one of the same thing, by when it was saved; without a
 * time, how all of them begin.
 */
export const buildEarlierDraftKey = (key: string, savedAt?: number) => `${key}~${savedAt ?? ""}`;
