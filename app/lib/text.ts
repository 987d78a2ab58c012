/** What PostgreSQL can store as text and as jsonb: no NUL, no lone surrogates. Nothing visible changes. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Replaces `{name}` by its value; unknown names stay as they are. */
export function fillTokens(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi, (token, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? token);
}
