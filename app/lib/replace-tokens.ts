/** Replaces `{name}` with its value; unknown names stay unchanged. */
export function replaceTokens(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi,
    (token, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? token,
  );
}

/**
 * The same value with the tokens in every string replaced, including strings inside lists, objects
 * and the values of maps. Parts without a token are not copied: the result shares them.
 */
export function replaceTokensDeep<T>(value: T, tokens: Readonly<Record<string, string>>): T {
  if (typeof value === "string") return replaceTokens(value, tokens) as T;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const replaced = value.map((inner) => replaceTokensDeep(inner, tokens));
    return isSameList(value, replaced) ? value : (replaced as T);
  }
  const entries: [unknown, unknown][] =
    value instanceof Map ? [...value] : Object.entries(value as object);
  const replaced = entries.map(([, inner]) => replaceTokensDeep(inner, tokens));
  if (
    isSameList(
      entries.map(([, inner]) => inner),
      replaced,
    )
  )
    return value;
  const changed = entries.map(([key], index) => [key, replaced[index]] as const);
  return (value instanceof Map ? new Map(changed) : Object.fromEntries(changed as never)) as T;
}

const isSameList = (before: readonly unknown[], after: readonly unknown[]) =>
  before.every((inner, index) => inner === after[index]);
