import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const TYPING_PAUSE_MS = 350;

export type SearchValues = { q: string; status: string };
type SearchFilterProps = {
  /** Path of the list, for the form without script. */
  action: string;
  /** The list's path with the current values and with others; both without a page. */
  current: string;
  formatPath: (values: SearchValues) => string;
  values: SearchValues;
  /** Label of the search field, such as "Search by name". */
  label: string;
  statusLabel: string;
  statuses: readonly { value: string; label: string }[];
  /** Other controls of the row. */
  children?: ReactNode;
};

/** Search and status of a list, both in the URL; the search words after a pause in typing. */
export function SearchFilter({
  action,
  current,
  formatPath,
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
  // A link to another view, or Back, changes the search words; they do not change while typing.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = values.q;
  }, [values.q]);
  const go = () => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const typed = new FormData(form.current);
    const target = formatPath({
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
