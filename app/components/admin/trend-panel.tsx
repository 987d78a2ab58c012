import type { ReactNode } from "react";
import { ChartPanel, type ChartPanelProps } from "#app/components/admin/chart-panel.tsx";

type TrendPanelProps = ChartPanelProps & {
  /** Absent until the chart script has loaded; a note is shown until then. */
  chart?: ReactNode;
  /** Height of the chart, so that the layout does not shift when it appears. */
  height: "h-56" | "h-96";
};

/** The panel of a chart that loads after the page. */
export function TrendPanel({ chart, height, ...panel }: TrendPanelProps) {
  return (
    <ChartPanel {...panel} level="h2">
      <div className={`mt-4 ${height}`}>
        {chart ?? (
          <p className="grid h-full place-items-center rounded-lg bg-cream px-4 text-center text-[0.9375rem] text-muted">
            The table below has the figures of this chart.
          </p>
        )}
      </div>
    </ChartPanel>
  );
}
