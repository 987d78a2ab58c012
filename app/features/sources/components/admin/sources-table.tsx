import { Badge } from "#app/components/admin/badge.tsx";
import { DataTable } from "#app/components/admin/data-table.tsx";
import { formatCount, formatMoney, formatQuantity } from "#app/lib/format-values.ts";
import type { SourcesReport } from "../../build-report.ts";

/** A row of either kind; null where a column means nothing for it. */
type Row = {
  key: string;
  name: string;
  isNumber: boolean;
  visits: number | null;
  requests: number | null;
  calls: number | null;
  connected: number;
  hired: number | null;
  value: number | null;
};

const toRows = ({ sources, numbers }: SourcesReport): Row[] => [
  ...sources.map(({ source, ...counts }) => ({
    key: `source ${source}`,
    name: source,
    isNumber: false,
    calls: null,
    ...counts,
  })),
  ...numbers.map(({ number, ...counts }) => ({
    key: `number ${number}`,
    name: number,
    isNumber: true,
    visits: null,
    requests: null,
    hired: null,
    value: null,
    ...counts,
  })),
];

const show = (count: number | null) => (count === null ? "–" : formatCount(count));
/** The same figures in a line, for a phone. */
const summarize = (row: Row) =>
  [
    row.visits !== null && formatQuantity(row.visits, "visit"),
    row.requests !== null && formatQuantity(row.requests, "request"),
    row.calls !== null && formatQuantity(row.calls, "call"),
    `${formatCount(row.connected)} connected`,
    row.hired !== null && `${formatCount(row.hired)} hired`,
    row.value !== null && row.value > 0 && formatMoney(row.value),
  ]
    .filter((words) => words !== false)
    .map((words) => words.replaceAll(" ", "\u00a0"))
    .join(" · ");

/** Visits, requests and their results by source, then calls by number. */
export function SourcesTable({ report }: { report: SourcesReport }) {
  return (
    <DataTable
      caption="Sources"
      order="the most requests first, then calls by number"
      hasRowHeaders
      columns={[
        {
          header: "Source",
          cell: (row: Row) => (
            <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
              <span className="font-semibold">{row.name}</span>
              {row.isNumber ? <Badge>Phone number</Badge> : null}
            </span>
          ),
        },
        {
          header: "Visits",
          from: "md",
          align: "end",
          cell: (row) => show(row.visits),
          narrow: (row) => <span className="text-[0.9375rem]">{summarize(row)}</span>,
        },
        { header: "Requests", from: "md", align: "end", cell: (row) => show(row.requests) },
        { header: "Calls", from: "md", align: "end", cell: (row) => show(row.calls) },
        { header: "Connected", from: "md", align: "end", cell: (row) => show(row.connected) },
        { header: "Hired", from: "md", align: "end", cell: (row) => show(row.hired) },
        {
          header: "Value",
          from: "md",
          align: "end",
          cell: (row) => (row.value === null ? "–" : formatMoney(row.value)),
        },
      ]}
      rows={toRows(report)}
      rowKey={({ key }) => key}
    />
  );
}
