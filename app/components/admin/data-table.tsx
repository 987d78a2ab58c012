import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { buildSortQuery, readSort, type Sort, type SortValue, sortRows } from "./sort-rows.ts";

/** The page width from which a column is shown on its own. */
type Width = "sm" | "md" | "lg" | "2xl";

export type Column<Row> = {
  /** Also the column's key, so it must be unique in the table. */
  header: string;
  /** For columns whose header only screen readers need. */
  isHeaderHidden?: boolean;
  /** On hover over the header. */
  title?: string;
  cell: (row: Row) => ReactNode;
  /** On a narrower page `narrow` is shown below the first cell of the row instead. */
  from?: Width;
  narrow?: (row: Row) => ReactNode;
  align?: "end";
  /** The cell stays on one line. */
  nowrap?: boolean;
  /** The header may take several lines. */
  wrapHeader?: boolean;
  /** Classes of the header and the cells, by which a style sheet places them. */
  className?: string;
  /** Makes the header a link that sorts by this value, through the URL. For lists without pages. */
  sortValue?: (row: Row) => SortValue;
};

type DataTableProps<Row> = {
  caption: string;
  /** By default the caption is for screen readers only. */
  isCaptionShown?: boolean;
  /** The order of `rows`, for the caption, such as "newest first". */
  order?: string;
  /** The first column names the row and is always shown. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** At the end of the first cell, below the `narrow` contents. */
  footer?: (row: Row) => ReactNode;
  /** The first cell becomes the row's header for screen readers. For first cells with a name only. */
  hasRowHeaders?: boolean;
  /** For first columns with long titles. */
  isFirstColumnWide?: boolean;
  rows: readonly Row[];
  /** The same rows under headings, in this order. */
  groups?: readonly RowGroup<Row>[];
  /** The row that is shown beside the table. */
  currentKey?: string | null;
  /** `index` is the row's position in `rows`. */
  rowKey: (row: Row, index: number) => string;
  /** Check boxes before the rows. */
  selection?: Selection<Row>;
  className?: string;
};

/** `heading` is a link, a count or a sentence beside the name of the group. */
export type RowGroup<Row> = {
  key: string;
  name: string;
  heading?: ReactNode;
  rows: readonly Row[];
};

type Selection<Row> = {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  getRowName: (row: Row) => string;
};

// Written out in full: the style sheet is built from the class names in the source.
const WIDE_ONLY = {
  sm: "room-max-sm:hidden",
  md: "room-max-md:hidden",
  lg: "room-max-lg:hidden",
  "2xl": "room-max-2xl:hidden",
} as const;
const NARROW_ONLY = {
  sm: "room-sm:hidden",
  md: "room-md:hidden",
  lg: "room-lg:hidden",
  "2xl": "room-2xl:hidden",
} as const;

type CellLook = Pick<Column<never>, "from" | "align" | "nowrap" | "className">;
const getCellClasses = ({ from, align, nowrap, className }: CellLook, more?: string | false) =>
  [
    className,
    from && WIDE_ONLY[from],
    align === "end" && "text-right tabular-nums",
    nowrap && "whitespace-nowrap",
    more,
  ]
    .filter(Boolean)
    .join(" ") || undefined;

/**
 * A table of rows of one kind. On a phone, columns that do not fit move below the first cell in their
 * `narrow` form, so that nothing is lost and nothing scrolls sideways.
 */
export function DataTable<Row>({
  caption,
  isCaptionShown = false,
  order,
  columns,
  footer,
  hasRowHeaders = false,
  isFirstColumnWide = false,
  rows,
  groups,
  currentKey,
  rowKey,
  selection,
  className,
}: DataTableProps<Row>) {
  const { search } = useLocation();
  const sort = readSort(search, columns);
  const shownOrder = sort ? `sorted by ${sort.column.header}` : order;
  const First = hasRowHeaders ? "th" : "td";
  const firstClass = `${columns[0].className ?? ""} min-w-0 ${isFirstColumnWide ? "room-lg:min-w-56" : "room-lg:min-w-40"}${hasRowHeaders ? " font-normal! whitespace-normal! text-ink!" : ""}`;
  const narrow = columns.filter((column) => column.from && column.narrow);
  const others = columns.slice(1).map((column) => ({ column, className: getCellClasses(column) }));
  const bodies: readonly Partial<RowGroup<Row>>[] = groups ?? [{ rows: sortRows(rows, sort) }];
  return (
    <table className={className ? `data-table ${className}` : "data-table"}>
      <caption className={isCaptionShown ? "text-left font-semibold" : "sr-only"}>
        {caption}
        {shownOrder ? `, ${shownOrder}` : ""}
      </caption>
      <thead>
        <tr>
          {selection ? <SelectAll keys={rows.map(rowKey)} {...selection} /> : null}
          {columns.map((column) => (
            <Header key={column.header} column={column} {...{ rows, sort, search }} />
          ))}
        </tr>
      </thead>
      {bodies.map(({ key = "", name, heading, rows: rowsOfBody = [] }) => (
        <tbody key={key}>
          {name ? (
            <tr className="data-table-group">
              <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                {name}
                {heading}
              </th>
            </tr>
          ) : null}
          {rowsOfBody.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              data-row={rowKey(row, index)}
              aria-current={currentKey === rowKey(row, index) ? "true" : undefined}
              className="hover:bg-cream aria-[current]:bg-sand"
            >
              {selection ? <SelectRow row={row} id={rowKey(row, index)} {...selection} /> : null}
              <First scope={hasRowHeaders ? "row" : undefined} className={firstClass}>
                {columns[0].cell(row)}
                {narrow.length > 0 ? <NarrowCells columns={narrow} row={row} /> : null}
                {footer?.(row)}
              </First>
              {others.map(({ column, className: cellClass }) => (
                <td key={column.header} className={cellClass}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

type HeaderProps<Row> = {
  column: Column<Row>;
  rows: readonly Row[];
  sort: Sort<Row>;
  search: string;
};

function Header<Row>({ column, rows, sort, search }: HeaderProps<Row>) {
  const { header, isHeaderHidden, title, wrapHeader, sortValue } = column;
  const isSorted = sort?.column === column;
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  const first = rows.map((row) => sortValue?.(row) ?? null).find((value) => value !== null) ?? null;
  return (
    <th
      scope="col"
      title={title}
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
      className={getCellClasses(column, wrapHeader && "whitespace-normal!")}
    >
      {sortValue ? (
        <Link
          to={{ search: buildSortQuery(search, { sort, column, first }) }}
          replace
          preventScrollReset
          className="-my-1 inline-flex items-center gap-1 py-1 hover:text-ink hover:underline"
        >
          {header}
          {isSorted ? <Arrow className="size-3.5" aria-hidden="true" /> : null}
        </Link>
      ) : isHeaderHidden ? (
        <span className="sr-only">{header}</span>
      ) : (
        header
      )}
    </th>
  );
}

function NarrowCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map(({ header, from, narrow }) => {
    const content = from && narrow?.(row);
    return content ? (
      <div key={header} className={NARROW_ONLY[from]}>
        {content}
      </div>
    ) : null;
  });
}

function SelectAll<Row>({ keys, selected, onSelect }: Selection<Row> & { keys: string[] }) {
  const all = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <th scope="col" className="w-10">
      <input
        type="checkbox"
        aria-label="Mark all on this page"
        checked={all}
        onChange={() => onSelect(new Set(all ? [] : keys))}
        className="size-5"
      />
    </th>
  );
}

function SelectRow<Row>({
  row,
  id,
  selected,
  onSelect,
  getRowName,
}: Selection<Row> & { row: Row; id: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <td>
      <input
        type="checkbox"
        aria-label={`Mark ${getRowName(row)}`}
        checked={selected.has(id)}
        onChange={toggle}
        className="size-5"
      />
    </td>
  );
}
