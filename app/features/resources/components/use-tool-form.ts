import { useEffect, useRef, useState } from "react";

/**
 * The form of a tool: without script the browser submits it as a GET and the server renders the
 * result; with React the same `parse` runs in the browser at each change, and the result follows.
 * The fields are uncontrolled, so input from before hydration stays.
 * @param chosen the query that the server rendered
 * @param options.isLive whether the URL follows each change, where no button has to be pressed
 */
export function useToolForm<Query extends { submitted: boolean }>(
  chosen: Query,
  parse: (params: URLSearchParams) => Query,
  { isLive = false } = {},
) {
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  /** The query of the fields as they are now. */
  const [query, setQuery] = useState(chosen);
  /** Whether the button was pressed, here or on the page before. */
  const [hasSubmitted, setHasSubmitted] = useState(chosen.submitted);
  const [submissions, setSubmissions] = useState(0);

  // Fields may have been filled in before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
  useEffect(() => setQuery(parse(readFields(form.current))), []);

  useEffect(() => {
    if (submissions === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else result.current?.scrollIntoView({ block: "nearest" });
  }, [submissions]);

  const update = () => {
    const params = readFields(form.current);
    setQuery(parse(params));
    return params;
  };
  // The URL reproduces this result; the router's own history state stays.
  const updateWithUrl = () => history.replaceState(history.state, "", `?${update()}`);
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    updateWithUrl();
    setHasSubmitted(true);
    setSubmissions((count) => count + 1);
  };

  return {
    query,
    hasSubmitted,
    result,
    formProps: {
      ref: form,
      method: "get",
      action: "#result",
      noValidate: true,
      onChange: isLive ? updateWithUrl : update,
      onSubmit,
    } as const,
  };
}

function readFields(form: HTMLFormElement | null): URLSearchParams {
  const fields = form ? [...new FormData(form)] : [];
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
}
