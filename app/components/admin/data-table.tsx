import type { ReactNode } from "react";

/** From which width of the page a column stands on its own. */
type Width = "md" | "lg" | "2xl";

export type Column<Row> = {
  /** Also its key, so each column has another. */
  header: string;
  /** For columns whose header only screen readers need. */
  isHeaderHidden?: boolean;
  /** On hover over the header. */
  title?: string;
  cell: (row: Row) => ReactNode;
  /** Where the page is narrower, `narrow` stands under the first column instead. */
  from?: Width;
  narrow?: (row: Row) => ReactNode;
  align?: "end";
};

type DataTableProps<Row> = {
  caption: string;
  /** The first one names the row, and is always there. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Check boxes before the rows. */
  selection?: Selection<Row>;
};

type Selection<Row> = {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  nameOf: (row: Row) => string;
};

// Written out: the style sheet is built from the words in the source.
const WIDE_ONLY = {
  md: "room-max-md:hidden",
  lg: "room-max-lg:hidden",
  "2xl": "room-max-2xl:hidden",
} as const;
const NARROW_ONLY = {
  md: "room-md:hidden",
  lg: "room-lg:hidden",
  "2xl": "room-2xl:hidden",
} as const;

const cellClass = ({ from, align }: Pick<Column<never>, "from" | "align">) =>
  [from && WIDE_ONLY[from], align === "end" && "text-right tabular-nums"]
    .filter(Boolean)
    .join(" ") || undefined;

/**
 * Rows of one kind. On a phone the columns that find no room stand under the first one, each with
 * its `narrow` form, so that nothing is lost and nothing scrolls sideways.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, selection }: DataTableProps<Row>) {
  return (
    <table className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection ? <SelectAll keys={rows.map(rowKey)} {...selection} /> : null}
          {columns.map(({ header, isHeaderHidden, title, ...column }) => (
            <th key={header} scope="col" title={title} className={cellClass(column)}>
              {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="hover:bg-cream">
            {selection ? <SelectRow row={row} id={rowKey(row)} {...selection} /> : null}
            {columns.map((column, place) => (
              <td
                key={column.header}
                className={place === 0 ? "min-w-0 room-lg:min-w-40" : cellClass(column)}
              >
                {column.cell(row)}
                {place === 0 ? <NarrowCells columns={columns} row={row} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NarrowCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map(({ header, from, narrow }) =>
    from && narrow ? (
      <div key={header} className={`mt-1 ${NARROW_ONLY[from]}`}>
        {narrow(row)}
      </div>
    ) : null,
  );
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
  nameOf,
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
        aria-label={`Mark ${nameOf(row)}`}
        checked={selected.has(id)}
        onChange={toggle}
        className="size-5"
      />
    </td>
  );
}
