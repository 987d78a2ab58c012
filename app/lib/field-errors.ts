type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first error message of each field of a refused form, by field name. */
export function listFieldErrors(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
