import { useEffect, useRef, useState } from "react";

/**
 * A tool's form: without script the browser sends it to its own address and the server renders the
 * result; with React the same reader reads it in place. The fields keep what is typed by
 * themselves, also what was typed before React came.
 */
export function useToolForm<Query>(chosen: Query, read: (params: URLSearchParams) => Query) {
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  /** What the result on the page belongs to. */
  const [current, setCurrent] = useState(chosen);
  /** What stands in the fields now. */
  const [draft, setDraft] = useState(chosen);
  /** Whether a field has changed since the result. */
  const [changed, setChanged] = useState(false);
  const [submissions, setSubmissions] = useState(0);

  const fields = () =>
    new URLSearchParams(
      form.current
        ? [...new FormData(form.current)].map(([name, value]): [string, string] => [
            name,
            String(value),
          ])
        : [],
    );

  // Fields may have been filled in before React came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useEffect(() => setDraft(read(fields())), []);

  useEffect(() => {
    if (submissions === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else result.current?.scrollIntoView({ block: "nearest" });
  }, [submissions]);

  const onChange = () => {
    setDraft(read(fields()));
    setChanged(true);
  };
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    const params = fields();
    setCurrent(read(params));
    setDraft(read(params));
    setChanged(false);
    setSubmissions((count) => count + 1);
    // The address leads back to this result; the router's own state of the entry stays.
    history.replaceState(history.state, "", `?${params}`);
  };

  return {
    current,
    draft,
    changed,
    result,
    formProps: {
      ref: form,
      method: "get",
      action: "#result",
      noValidate: true,
      onChange,
      onSubmit,
    } as const,
  };
}
