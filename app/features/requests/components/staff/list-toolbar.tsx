import { Download, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { EXPORT_MAX_ROWS, LIST_PATH, type ListFilters, listQuery, STATUS_LABELS, STATUSES, VIEW_LABELS, VIEWS } from "../../staff-schema.ts";

const TYPING_PAUSE_MS = 350;

type ListToolbarProps = { filters: Pick<ListFilters, "q" | "status" | "view">; query: string };

/** Views, search and status; all of it ends up in the address. */
export function ListToolbar({ filters, query }: ListToolbarProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  useEffect(() => () => clearTimeout(pause.current), []);
  // A link to another view, or Back, changes what was searched for; typing does not jump.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = filters.q;
  }, [filters.q]);

  const go = () => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const values = new FormData(form.current);
    const status = String(values.get("status")) as ListFilters["status"];
    const target = listQuery({ view: filters.view, q: String(values.get("q") ?? "").trim(), status });
    if (target !== query) navigate(LIST_PATH + target, { replace: true, preventScrollReset: true });
  };

  return (
    <div className="grid gap-3">
      <nav aria-label="Views" className="flex flex-wrap gap-2">
        {VIEWS.map((view) => (
          <Link
            key={view}
            to={LIST_PATH + listQuery({ ...filters, view })}
            aria-current={view === filters.view ? "page" : undefined}
            className={`btn-small ${view === filters.view ? "border-petrol bg-sand" : ""}`}
          >
            {VIEW_LABELS[view]}
          </Link>
        ))}
        <a href={`${LIST_PATH}/export.csv${query}`} download title={`The rows of this view, at most ${EXPORT_MAX_ROWS / 1_000} thousand`} className="btn-small ml-auto">
          <Download className="size-4" aria-hidden="true" />
          Export CSV
        </a>
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has no form behavior of its own */}
      <form
        ref={form}
        role="search"
        method="get"
        action={LIST_PATH}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
        className="flex flex-wrap items-end gap-3"
      >
        <label className="min-w-0 flex-1 basis-56">
          <span className="block text-sm font-semibold">Search by name, service or phone</span>
          <span className="relative block">
            <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden="true" />
            <input
              ref={field}
              type="search"
              name="q"
              defaultValue={filters.q}
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
          <span className="block text-sm font-semibold">Status</span>
          <select key={filters.status} name="status" defaultValue={filters.status} onChange={go} className="field-small">
            <option value="all">All</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_LABELS[status]}
              </option>
            ))}
          </select>
        </label>
      </form>
    </div>
  );
}
