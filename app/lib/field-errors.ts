type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first error message of each field of a refused form, by field name. */
export function listFieldErrors(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

/** The result of a form with an intent whose fields are refused, with the first sentence that says why. */
export const refuseFields = (form: FormData, issues: readonly Issue[]) => ({
  ok: false as const,
  intent: String(form.get("intent") ?? ""),
  reason: "fields" as const,
  message: issues[0]?.message ?? "Check the form.",
});
