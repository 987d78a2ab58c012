import { useCallback, useMemo, useState } from "react";
import { type ModelForm, type ModelFormError, parseModelForm } from "../../model-form.ts";

const FROM_SERVER = "server";
type ServerErrorKind = "refused" | "failed";

/**
 * The errors of the last save that still apply. A message disappears once its cause is fixed, but is
 * not reworded while typing, because it is read aloud.
 */
export function useFormErrors(form: ModelForm) {
  const [reported, setErrors] = useState<ModelFormError[]>([]);
  const errors = useMemo(() => {
    if (reported.every(({ place }) => place === FROM_SERVER)) return reported;
    const parsed = parseModelForm(form);
    const current = new Set(
      parsed.ok ? [] : parsed.errors.map(({ place, field }) => `${place} ${field}`),
    );
    return reported.filter(({ place, field }) => current.has(`${place} ${field}`));
  }, [reported, form]);
  /** `refused`: the server's message applies to the values that were sent, and to no others. */
  const setServerError = useCallback(
    (kind: ServerErrorKind, message: string) =>
      setErrors([{ place: FROM_SERVER, field: kind, message }]),
    [],
  );
  /** Called when a value changes. */
  const clearRefusal = useCallback(
    () =>
      setErrors((list) =>
        list.some(({ place, field }) => place === FROM_SERVER && field === "refused") ? [] : list,
      ),
    [],
  );
  return { errors, setErrors, setServerError, clearRefusal };
}
