import type { ReactNode } from "react";
import { DataTable } from "./data-table.tsx";

export type ChartPanelProps = {
  id: string;
  title: string;
  /** What the chart shows, in one sentence. */
  summary: string;
  columns: readonly [string, ...string[]];
  /** The chart's values, one array per row; its first cell names the row. */
  rows: readonly string[][];
};

/**
 * A chart with an expandable table of its values. Screen readers skip the chart itself. `level` is
 * the level of the heading.
 */
export function ChartPanel({
  id,
  title,
  summary,
  columns,
  rows,
  level: Heading,
  children,
}: ChartPanelProps & { level: "h2" | "h3"; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="panel-card min-w-0 p-4">
      <Heading id={`${id}-title`} className="h3">
        {title}
      </Heading>
      <p className="mt-1 text-[0.9375rem] text-muted">{summary}</p>
      <div aria-hidden="true">{children}</div>
      <details className="mt-3">
        <summary className="link inline-block cursor-pointer py-1">Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label={`Table: ${title}`} tabIndex={0} className="mt-2 overflow-x-auto">
          <DataTable
            caption={title}
            hasRowHeaders
            columns={[
              { header: columns[0], cell: ([name]) => name },
              ...columns.slice(1).map((header, index) => ({
                header,
                cell: (row: readonly string[]) => (
                  <span className="tabular-nums">{row[index + 1]}</span>
                ),
              })),
            ]}
            rows={rows}
            rowKey={(_, index) => String(index)}
          />
        </section>
      </details>
    </section>
  );
}
