const MAX_LENGTH = 200;
/** What stands behind these is a key. */
const KEY_IN_PATH = /^(\/+(?:stop|offers|backyard\/+join)\/+).+/i;

/**
 * What the request log says of an address: no query, which holds what people search for, and no
 * keys.
 */
export function loggedPath(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  const [, beforeKey] = KEY_IN_PATH.exec(decoded(withoutQuery)) ?? [];
  return (beforeKey ? `${beforeKey}…` : withoutQuery).slice(0, MAX_LENGTH);
}

/** An address in another spelling leads nowhere, and yet its key is one. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
