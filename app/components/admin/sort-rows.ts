/** A value to sort by; rows with null come first, in their original order. */
export type SortValue = string | number | null;
type SortableColumn<Row> = { header: string; sortValue?: (row: Row) => SortValue };

/** The URL parameter of the sort order: a column's key, after a "-" for descending order. */
export const SORT_PARAM = "sort";

const formatColumnKey = (header: string) => header.toLowerCase().replaceAll(" ", "-");

/** The sort order in the URL; null where it names no sortable column. */
export function readSort<Row>(search: string, columns: readonly SortableColumn<Row>[]) {
  const param = new URLSearchParams(search).get(SORT_PARAM) ?? "";
  const isDescending = param.startsWith("-");
  const column = columns.find(
    ({ header, sortValue }) =>
      sortValue && formatColumnKey(header) === param.slice(isDescending ? 1 : 0),
  );
  return column ? { column, isDescending } : null;
}
export type Sort<Row> = ReturnType<typeof readSort<Row>>;

/** The rows sorted by a column; rows with equal values keep their order. */
export function sortRows<Row>(rows: readonly Row[], sort: Sort<Row>): readonly Row[] {
  const sortValue = sort?.column.sortValue;
  if (!sortValue) return rows;
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(b === null) - Number(a === null);
      return sort.isDescending ? compare(b, a) : compare(a, b);
    })
    .map(({ row }) => row);
}

const compare = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en");

/**
 * The query string after a click on a column's header: sorted by it, then in reverse, then unsorted
 * again. Numbers start with the highest, words with A. `first` is the first value of the column.
 */
export function buildSortQuery<Row>(
  search: string,
  { sort, column, first }: { sort: Sort<Row>; column: SortableColumn<Row>; first: SortValue },
): string {
  const query = new URLSearchParams(search);
  const isSorted = sort?.column === column;
  const startsDescending = typeof first === "number";
  if (isSorted && sort.isDescending !== startsDescending) query.delete(SORT_PARAM);
  else {
    const isDescending = isSorted ? !startsDescending : startsDescending;
    query.set(SORT_PARAM, `${isDescending ? "-" : ""}${formatColumnKey(column.header)}`);
  }
  return query.size > 0 ? `?${query}` : "";
}
