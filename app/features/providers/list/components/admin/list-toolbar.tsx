import { SearchFilter } from "#app/components/admin/search-filter.tsx";
import { LIST_PATH, STATUS_LABELS, STATUSES } from "../../../constants.ts";
import { listQuery } from "../../list-query.ts";
import type { ListFilters } from "../../read-filters.ts";

type ListToolbarProps = { filters: Pick<ListFilters, "q" | "status">; query: string };

export function ListToolbar({ filters, query }: ListToolbarProps) {
  return (
    <SearchFilter
      action={LIST_PATH}
      current={LIST_PATH + query}
      formatPath={({ q, status }) =>
        LIST_PATH + listQuery({ q, status: status as ListFilters["status"] })
      }
      values={filters}
      label="Search by company, contact, phone or city"
      statusLabel="Verification status"
      statuses={STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
    />
  );
}
