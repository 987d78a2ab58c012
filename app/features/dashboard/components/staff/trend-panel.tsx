import type { ReactNode } from "react";

type TrendPanelProps = {
  id: string;
  title: string;
  /** The trend in one sentence. */
  summary: string;
  columns: string[];
  /** The same figures as the chart, a row each; the first cell names the row. */
  rows: string[][];
  /** Absent until the charts' script is there: the table stands in for it. */
  chart?: ReactNode;
  /** Height of the chart, so that nothing moves when it appears. */
  height: "h-56" | "h-96";
};

/** A chart for the eye, and behind it the table that everybody can read. */
export function TrendPanel({ id, title, summary, columns, rows, chart, height }: TrendPanelProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="panel-card min-w-0 p-4">
      <h2 id={`${id}-title`} className="h3">
        {title}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">{summary}</p>
      <div aria-hidden="true" className={`mt-4 ${height}`}>
        {chart ?? <p className="grid h-full place-items-center rounded-lg bg-cream px-4 text-center text-[0.9375rem] text-muted">The table below has the figures of this chart.</p>}
      </div>
      <details className="mt-3">
        <summary className="link inline-block cursor-pointer py-1">Show as a table</summary>
        <table className="data-table mt-2">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
