/** Replaces `{name}` with its value; unknown names stay unchanged. */
export function replaceTokens(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi,
    (token, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? token,
  );
}

/**
 * The same value with the tokens in every string replaced, including strings inside lists, objects
 * and the values of maps.
 */
export function replaceTokensDeep<T>(value: T, tokens: Readonly<Record<string, string>>): T {
  if (typeof value === "string") return replaceTokens(value, tokens) as T;
  if (Array.isArray(value)) return value.map((inner) => replaceTokensDeep(inner, tokens)) as T;
  if (value instanceof Map)
    return new Map([...value].map(([key, inner]) => [key, replaceTokensDeep(inner, tokens)])) as T;
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, replaceTokensDeep(inner, tokens)]),
    ) as T;
  return value;
}
