import { useEffect, useRef } from "react";

/**
 * Shows stored values that changed, for example through another person, in a form whose fields have
 * them as their defaults. A field that was edited keeps what was typed, also while a save runs.
 */
export function useStoredValues(
  form: React.RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
) {
  const shown = useRef(values);
  useEffect(() => {
    const before = shown.current;
    shown.current = values;
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (hasValue(field) && value !== before[name] && field.value === before[name])
        field.value = value;
    }
  }, [form, values]);
}

const hasValue = (
  field: unknown,
): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;
