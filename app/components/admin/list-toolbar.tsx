import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { buildFilterQuery } from "#app/lib/build-filter-query.ts";
import { ButtonLink } from "./button.tsx";
import { SearchField } from "./search-field.tsx";
import { SORT_PARAM } from "./sort-rows.ts";

const TYPING_PAUSE_MS = 350;

type Filters = { q: string; status: string };
type ListToolbarProps = {
  /** URL path of the list. */
  path: string;
  filters: Filters;
  /** Label of the search field, such as "Search by name". */
  label: string;
  statusLabel?: string;
  /** Labels of the statuses to filter by. */
  statuses: Readonly<Record<string, string>>;
  /** Views of the list, by key; the first is "all". */
  views?: { current: string; labels: Readonly<Record<string, string>> };
  /** Content at the end of the row of views. */
  afterViews?: ReactNode;
  /** Further filters, such as a view, that a new search or status keeps. */
  keep?: Readonly<Record<string, string | undefined>>;
  /** Added to the URL by Enter in the search field, but not while words are typed. */
  onEnter?: Readonly<Record<string, string>>;
  /** One line: the label of the search stands in the field. */
  isCompact?: boolean;
  /** Further controls after the filters. */
  children?: ReactNode;
};

/** Views, search and status filter of a list, all kept in the URL with the sort order. */
export function ListToolbar({ views, afterViews, ...search }: ListToolbarProps) {
  const { path, filters } = search;
  const sort = useSortParam();
  if (!views) return <SearchForm {...search} />;
  return (
    <div className="grid gap-3">
      <nav aria-label="Views" className="flex flex-wrap gap-2">
        {Object.entries(views.labels).map(([view, name]) => (
          <ButtonLink
            key={view}
            to={path + buildFilterQuery({ ...filters, view, [SORT_PARAM]: sort })}
            aria-current={view === views.current ? "page" : undefined}
            tone={view === views.current ? "current" : "plain"}
          >
            {name}
          </ButtonLink>
        ))}
        {afterViews}
      </nav>
      <SearchForm
        {...search}
        keep={{ view: views.current === "all" ? undefined : views.current }}
      />
    </div>
  );
}

/** The sort order in the page's URL, if any: links of the toolbar keep it. */
function useSortParam(): string | undefined {
  const { search } = useLocation();
  return new URLSearchParams(search).get(SORT_PARAM) ?? undefined;
}

type SearchFormProps = Omit<ListToolbarProps, "views" | "afterViews">;

/** Applies a new status at once, and search words after a pause in typing. */
function SearchForm({
  path,
  filters,
  keep,
  onEnter,
  label,
  statusLabel = "Status",
  statuses,
  isCompact = false,
  children,
}: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const sort = useSortParam();
  useEffect(() => () => clearTimeout(pause.current), []);
  // A link to another view, or Back, replaces the search words, but never while the user is typing.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = filters.q;
  }, [filters.q]);
  const buildPath = ({ q, status }: Filters, more?: Readonly<Record<string, string>>) =>
    path + buildFilterQuery({ q, status, ...keep, [SORT_PARAM]: sort, ...more });
  const applyFilters = (more?: Readonly<Record<string, string>>) => {
    clearTimeout(pause.current);
    if (!form.current) return;
    const typed = new FormData(form.current);
    const target = buildPath(
      { q: String(typed.get("q") ?? "").trim(), status: String(typed.get("status")) },
      more,
    );
    if (target !== buildPath(filters))
      navigate(target, { replace: true, preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element has no form behavior of its own
    <form
      ref={form}
      role="search"
      method="get"
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        applyFilters(onEnter);
      }}
      className={`flex flex-wrap items-end ${isCompact ? "gap-2" : "gap-3"}`}
    >
      {Object.entries({ ...keep, ...onEnter }).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {sort ? <input type="hidden" name={SORT_PARAM} value={sort} /> : null}
      <div className="min-w-0 flex-1 basis-56">
        <SearchField
          ref={field}
          label={label}
          isLabelHidden={isCompact}
          name="q"
          defaultValue={filters.q}
          onChange={() => {
            clearTimeout(pause.current);
            pause.current = setTimeout(() => applyFilters(), TYPING_PAUSE_MS);
          }}
        />
      </div>
      <label className={isCompact ? "flex items-center gap-1.5" : undefined}>
        <span className={`text-sm font-semibold ${isCompact ? "" : "block"}`}>{statusLabel}</span>
        <select
          key={filters.status}
          name="status"
          defaultValue={filters.status}
          onChange={() => applyFilters()}
          className="field-small w-full"
        >
          <option value="all">All</option>
          {Object.entries(statuses).map(([value, name]) => (
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
