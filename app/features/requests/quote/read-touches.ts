/** Also in islands/touch.ts, which stores them: a shared module would be one more request. */
const STORAGE_KEY = "touches";

/** Where the visitor of this tab came from; undefined if that is not stored. The server checks it. */
export function readTouches(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
