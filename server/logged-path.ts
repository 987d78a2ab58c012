const MAX_LENGTH = 200;
/** Paths whose next segment is a secret key. */
const KEY_IN_PATH = /^(\/+(?:stop|offers|r|backyard\/+join|pro\/+(?:join|sign-in))\/+).+/i;

/**
 * The path as the request log shows it: without query, which contains search words, and without
 * keys.
 */
export function formatLoggedPath(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  const [, beforeKey] = KEY_IN_PATH.exec(decodePath(withoutQuery)) ?? [];
  return (beforeKey ? `${beforeKey}…` : withoutQuery).slice(0, MAX_LENGTH);
}

/** An encoded path is not found, but its key may be valid. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
