import { Download } from "lucide-react";
import { Link } from "react-router";
import { SearchFilter } from "#app/components/admin/search-filter.tsx";
import {
  buildListQuery,
  EXPORT_MAX_ROWS,
  LIST_PATH,
  type ListFilters,
  STATUS_LABELS,
  STATUSES,
  VIEW_LABELS,
  VIEWS,
} from "../../schema.ts";

type ListToolbarProps = { filters: Pick<ListFilters, "q" | "status" | "view">; query: string };

/** Views, search and status; all of them are in the URL. */
export function ListToolbar({ filters, query }: ListToolbarProps) {
  return (
    <div className="grid gap-3">
      <nav aria-label="Views" className="flex flex-wrap gap-2">
        {VIEWS.map((view) => (
          <Link
            key={view}
            to={LIST_PATH + buildListQuery({ ...filters, view })}
            aria-current={view === filters.view ? "page" : undefined}
            className={`btn-small ${view === filters.view ? "border-petrol bg-sand" : ""}`}
          >
            {VIEW_LABELS[view]}
          </Link>
        ))}
        <a
          href={`${LIST_PATH}/export.csv${query}`}
          download
          title={`The rows of this view, at most ${EXPORT_MAX_ROWS / 1_000} thousand`}
          className="btn-small ml-auto"
        >
          <Download className="size-4" aria-hidden="true" />
          Export CSV
        </a>
      </nav>
      <SearchFilter
        action={LIST_PATH}
        current={LIST_PATH + query}
        formatPath={({ q, status }) =>
          LIST_PATH +
          buildListQuery({ view: filters.view, q, status: status as ListFilters["status"] })
        }
        values={filters}
        label="Search by name, service or phone"
        statusLabel="Status"
        statuses={STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
      />
    </div>
  );
}
