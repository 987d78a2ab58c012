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

/** Browsers take at most 64 kB of such requests at a time, in UTF-8. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Posts to the drafts endpoint.
 * @param options.outlivesPage where the browser can do so
 */
function postDraft(path: string, input: object, options: { outlivesPage?: boolean } = {}) {
  const body = new Blob([JSON.stringify(input)], { type: "application/json" });
  const keepalive = options.outlivesPage && body.size <= KEEPALIVE_BYTES;
  return fetch(path, { method: "POST", keepalive, body });
}

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
 * For a page that is hidden or being closed: the request outlives the page, unless the draft is too
 * large for that. Settles with the response, as a hidden page may be shown again.
 */
export const saveDraftOnLeave = (path: string, draft: Draft): Promise<unknown> =>
  postDraft(path, draft, { outlivesPage: true })
    .catch(() => postDraft(path, draft))
    .catch(() => {});
