import { Plus } from "lucide-react";
import { Link } from "react-router";
import { SearchFilter, type SearchValues } from "#app/components/admin/search-filter.tsx";
import type { ContentFilters } from "../../editor-schema.ts";

const STATUSES = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

type ContentToolbarProps = {
  /** Address of the list. */
  path: string;
  filters: ContentFilters;
  /** What is searched, such as "Search by title or slug". */
  label: string;
  /** The way to something new. */
  create: { path: string; label: string };
  /** What else stands in the row. */
  children?: React.ReactNode;
};

/** Search and status of a list of content, and the way to something new. */
export function ContentToolbar({ path, filters, label, create, children }: ContentToolbarProps) {
  const pathOf = ({ q, status }: SearchValues) => {
    const query = new URLSearchParams({
      ...(q ? { q } : {}),
      ...(status === "all" ? {} : { status }),
    }).toString();
    return query ? `${path}?${query}` : path;
  };
  return (
    <SearchFilter
      action={path}
      current={pathOf(filters)}
      pathOf={pathOf}
      values={filters}
      label={label}
      statusLabel="Status"
      statuses={STATUSES}
    >
      {children}
      <Link to={create.path} className="btn-small btn-main">
        <Plus className="size-4" aria-hidden="true" />
        {create.label}
      </Link>
    </SearchFilter>
  );
}
