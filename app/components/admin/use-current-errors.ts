import { type RefObject, useEffect, useRef, useState } from "react";

type Errors = Partial<Record<string, string>>;

/**
 * The messages of a form's fields, as long as they are true: one goes when its field is changed.
 * @param errors of the last answer; those of another answer stand again
 */
export function useCurrentErrors<E extends Errors>(
  form: RefObject<HTMLFormElement | null>,
  errors: E | undefined,
): E {
  const [changed, setChanged] = useState<{ of: E | undefined; names: readonly string[] }>({
    of: errors,
    names: [],
  });
  const names = changed.of === errors ? changed.names : [];
  const latest = useRef({ errors, names });
  latest.current = { errors, names };
  useEffect(() => {
    const element = form.current;
    const onInput = ({ target }: Event) => {
      const name = (target as HTMLInputElement).name;
      const now = latest.current;
      if (now.errors?.[name] && !now.names.includes(name))
        setChanged({ of: now.errors, names: [...now.names, name] });
    };
    element?.addEventListener("input", onInput);
    return () => element?.removeEventListener("input", onInput);
  }, [form]);
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter(([name]) => !names.includes(name)),
  ) as E;
}
