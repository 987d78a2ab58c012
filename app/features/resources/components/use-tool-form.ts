import { useEffect, useRef, useState } from "react";

/**
 * The form of a tool: without script the browser submits it as a GET and the server renders the
 * result; with React the same `parse` runs in the browser. The fields are uncontrolled, so input
 * from before hydration stays.
 * @param chosen the query that the server rendered
 */
export function useToolForm<Query>(chosen: Query, parse: (params: URLSearchParams) => Query) {
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  /** The query of the result on the page. */
  const [current, setCurrent] = useState(chosen);
  /** The query of the fields as they are now. */
  const [draft, setDraft] = useState(chosen);
  /** Whether a field has changed since the result. */
  const [changed, setChanged] = useState(false);
  const [submissions, setSubmissions] = useState(0);

  // Fields may have been filled in before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
  useEffect(() => setDraft(parse(readFields(form.current))), []);

  useEffect(() => {
    if (submissions === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else result.current?.scrollIntoView({ block: "nearest" });
  }, [submissions]);

  const onChange = () => {
    setDraft(parse(readFields(form.current)));
    setChanged(true);
  };
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    const params = readFields(form.current);
    setCurrent(parse(params));
    setDraft(parse(params));
    setChanged(false);
    setSubmissions((count) => count + 1);
    // The URL reproduces this result; the router's own history state stays.
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

function readFields(form: HTMLFormElement | null): URLSearchParams {
  const fields = form ? [...new FormData(form)] : [];
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}
