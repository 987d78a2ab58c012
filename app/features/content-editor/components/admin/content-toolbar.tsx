import { Plus } from "lucide-react";
import { Link } from "react-router";
import { SearchFilter, type SearchValues } from "#app/components/admin/search-filter.tsx";
import type { ContentFilters } from "../../editor-schema.ts";

const STATUSES = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

type ContentToolbarProps = {
  /** URL of the list. */
  path: string;
  filters: ContentFilters;
  /** Label of the search field, such as "Search by title or slug". */
  label: string;
  /** Link to create new content. */
  create: { path: string; label: string };
  /** Additional elements of the toolbar. */
  children?: React.ReactNode;
};

/** Search field, status filter and create link of a content list. */
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
      formatPath={pathOf}
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
