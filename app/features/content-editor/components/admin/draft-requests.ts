export type Draft = {
  key: string;
  baseVersion: number;
  values: unknown;
  /** When the earlier draft was saved that this one must not replace, in milliseconds. */
  earlierSavedAt?: number;
};
/** `at`: when the server saved it, in milliseconds. */
export type DraftState =
  | { state: "none" }
  | { state: "saved"; at: number }
  | { state: "failed" }
  | { state: "signed-out" };

/** Interval of retries after a failed save. */
export const DRAFT_RETRY_MS = 10_000;

/** Posts to the drafts endpoint. */
const postDraft = (path: string, body: object) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Saves a draft on the server and returns the result. */
export async function saveDraft(path: string, draft: Draft): Promise<DraftState> {
  try {
    const response = await postDraft(path, draft);
    // The portal redirects to the sign-in page when there is no session.
    if (response.redirected) return { state: "signed-out" };
    const { savedAt }: { savedAt?: number } = response.ok ? await response.json() : {};
    return savedAt ? { state: "saved", at: savedAt } : { state: "failed" };
  } catch {
    return { state: "failed" };
  }
}

/**
 * Deletes the draft with this key, or only the one that was saved at `savedAt`, in milliseconds.
 * Errors are ignored: the editor offers the draft again.
 */
export async function deleteDraft(
  path: string,
  draft: { key: string; savedAt?: number },
): Promise<void> {
  await postDraft(path, { intent: "discard", ...draft }).catch(() => {});
}

/**
 * For a page that is being closed. A beacon is limited to 64 kB; a larger draft is sent with fetch.
 */
export function sendDraftBeacon(path: string, draft: Draft): void {
  const sent = navigator.sendBeacon(
    path,
    new Blob([JSON.stringify(draft)], { type: "application/json" }),
  );
  if (!sent) void postDraft(path, draft).catch(() => {});
}
