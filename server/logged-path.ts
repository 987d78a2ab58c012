const MAX_LENGTH = 200;
/** What stands behind these is a key. */
const KEY_IN_PATH = /^(\/(?:stop|offers|backyard\/join)\/).+/;

/** What the request log says of an address: no query, which holds what people search for, and no keys. */
export function loggedPath(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  return withoutQuery.replace(KEY_IN_PATH, "$1…").slice(0, MAX_LENGTH);
}
