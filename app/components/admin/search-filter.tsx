import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const TYPING_PAUSE_MS = 350;

export type SearchValues = { q: string; status: string };
type SearchFilterProps = {
  /** Where the list is, for the form without script. */
  action: string;
  /** The list's address now, and with other values: both without a place in its pages. */
  current: string;
  pathOf: (values: SearchValues) => string;
  values: SearchValues;
  /** What is searched, such as "Search by name". */
  label: string;
  statusLabel: string;
  statuses: readonly { value: string; label: string }[];
  /** What else stands in the row. */
  children?: ReactNode;
};

/** Search and status of a list; both end up in the address, the words after a pause in typing. */
export function SearchFilter({
  action,
  current,
  pathOf,
  values,
  label,
  statusLabel,
  statuses,
  children,
}: SearchFilterProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  useEffect(() => () => clearTimeout(pause.current), []);
  // A link to another view, or Back, changes what was searched for; typing does not jump.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = values.q;
  }, [values.q]);
  const go = () => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const typed = new FormData(form.current);
    const target = pathOf({
      q: String(typed.get("q") ?? "").trim(),
      status: String(typed.get("status")),
    });
    if (target !== current) navigate(target, { replace: true, preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element has no form behavior of its own
    <form
      ref={form}
      role="search"
      method="get"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <label className="min-w-0 flex-1 basis-56">
        <span className="block text-sm font-semibold">{label}</span>
        <span className="relative block">
          <Search
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
            aria-hidden="true"
          />
          <input
            ref={field}
            type="search"
            name="q"
            defaultValue={values.q}
            maxLength={100}
            autoComplete="off"
            onChange={() => {
              clearTimeout(pause.current);
              pause.current = setTimeout(go, TYPING_PAUSE_MS);
            }}
            className="field-small w-full pl-9"
          />
        </span>
      </label>
      <label>
        <span className="block text-sm font-semibold">{statusLabel}</span>
        <select
          key={values.status}
          name="status"
          defaultValue={values.status}
          onChange={go}
          className="field-small w-full"
        >
          <option value="all">All</option>
          {statuses.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {children}
    </form>
  );
}
