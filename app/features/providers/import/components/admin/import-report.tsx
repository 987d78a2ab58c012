import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { DataTable } from "#app/components/admin/data-table.tsx";
import { LIST_PATH } from "../../../constants.ts";
import type { ImportReport } from "../../../schema.ts";

type ImportReportProps = {
  step: "checked" | "imported";
  report: ImportReport;
  onImport: () => void;
};

const formatRows = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`;

/** The result of a check or import: how many rows are valid, and each invalid row with its column. */
export function ImportReportView({ step, report, onImport }: ImportReportProps) {
  const { validRows, invalidRows, problems, ignoredColumns } = report;
  const invalid = invalidRows > 0 ? `, ${invalidRows} with problems` : "";
  return (
    <section aria-labelledby="report-title" className="panel-card grid gap-3 p-4">
      <h3 id="report-title" className="font-bold">
        {step === "imported"
          ? `${formatRows(validRows)} imported${invalidRows > 0 ? `, ${invalidRows} left out` : ""}`
          : `${formatRows(validRows)} can be imported${invalid}`}
      </h3>
      {ignoredColumns.length > 0 ? (
        <p>These columns are left out: {ignoredColumns.join(", ")}.</p>
      ) : null}
      {step === "imported" ? (
        <p>
          <ButtonLink to={LIST_PATH} tone="primary">
            Show the providers
          </ButtonLink>
        </p>
      ) : validRows > 0 ? (
        <p>
          <Button onClick={onImport} tone="primary">
            Import {formatRows(validRows)}
          </Button>
        </p>
      ) : null}
      {problems.length > 0 ? <ProblemTable problems={problems} /> : null}
    </section>
  );
}

/** Scrolls within itself, as it may have as many rows as the file: the buttons above stay in reach. */
function ProblemTable({ problems }: Pick<ImportReport, "problems">) {
  return (
    <section
      aria-label="Table of problems"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto overscroll-contain"
    >
      <DataTable
        caption="Rows with problems"
        isCaptionShown
        columns={[
          {
            header: "Line",
            cell: ({ line }) => <span className="tabular-nums">{line}</span>,
          },
          { header: "Column", cell: ({ column }) => column ?? "whole row" },
          {
            header: "Problem",
            cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
          },
        ]}
        rows={problems}
        rowKey={({ line, column }) => `${line}-${column}`}
      />
    </section>
  );
}
