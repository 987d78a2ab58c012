import { type RefObject, startTransition, useEffect, useRef, useState } from "react";

type Errors = Partial<Record<string, string>>;

/**
 * The error messages of a form's fields; a message disappears when its field is changed.
 * @param errors of the latest reply; a new reply shows all of its errors
 */
export function useCurrentErrors<E extends Errors>(
  form: RefObject<HTMLFormElement | null>,
  errors: E | undefined,
): E {
  const [changed, setChanged] = useState<{ errors: E | undefined; names: readonly string[] }>({
    errors,
    names: [],
  });
  const names = changed.errors === errors ? changed.names : [];
  const latest = useRef({ errors, names });
  latest.current = { errors, names };
  useEffect(() => {
    const element = form.current;
    const onInput = ({ target }: Event) => {
      const name = (target as HTMLInputElement).name;
      const now = latest.current;
      // Not before React's own listener has run: a render until then sets a controlled field back.
      if (now.errors?.[name] && !now.names.includes(name))
        startTransition(() => setChanged({ errors: now.errors, names: [...now.names, name] }));
    };
    element?.addEventListener("input", onInput);
    return () => element?.removeEventListener("input", onInput);
  }, [form]);
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter(([name]) => !names.includes(name)),
  ) as E;
}
