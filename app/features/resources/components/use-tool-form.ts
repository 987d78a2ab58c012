import { useEffect, useRef, useState } from "react";

/**
 * The form of a tool: without script the browser submits it as a GET and the server renders the
 * result; with React the same `read` runs in the browser. The fields are uncontrolled, so input
 * from before hydration is kept.
 */
export function useToolForm<Query>(chosen: Query, read: (params: URLSearchParams) => Query) {
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  /** The query of the result on the page. */
  const [current, setCurrent] = useState(chosen);
  /** The query of the fields as they are now. */
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

  // Fields may have been filled in before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
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
    // The URL leads back to this result; the router's own history state stays.
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
