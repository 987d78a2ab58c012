/**
 * Key of an earlier draft of the same content, which contains its save time. Without a time, the
 * prefix of all of them.
 */
export const buildEarlierDraftKey = (key: string, savedAt?: number) => `${key}~${savedAt ?? ""}`;
