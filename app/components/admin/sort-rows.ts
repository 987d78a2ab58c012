/** A value to sort by; rows with null stay first, in the order they have. */
export type SortValue = string | number | null;
type SortableColumn<Row> = { header: string; sortValue?: (row: Row) => SortValue };

/** The URL parameter of the order: the key of a column, with "-" before it for the highest first. */
export const SORT_PARAM = "sort";

const keyOf = (header: string) => header.toLowerCase().replaceAll(" ", "-");

/** The column that the URL sorts by; null where it names none that can be sorted. */
export function readSort<Row>(search: string, columns: readonly SortableColumn<Row>[]) {
  const wanted = new URLSearchParams(search).get(SORT_PARAM) ?? "";
  const isDescending = wanted.startsWith("-");
  const column = columns.find(
    ({ header, sortValue }) => sortValue && keyOf(header) === wanted.slice(isDescending ? 1 : 0),
  );
  return column ? { column, isDescending } : null;
}
export type Sort<Row> = ReturnType<typeof readSort<Row>>;

/** The rows in the order of a column; those with the same value keep theirs. */
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
 * The query string after a click on a column's header: sorted by it, then the other way round, then
 * in the list's own order again. Numbers begin with the highest, words with A.
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
    query.set(SORT_PARAM, `${isDescending ? "-" : ""}${keyOf(column.header)}`);
  }
  return query.size > 0 ? `?${query}` : "";
}
