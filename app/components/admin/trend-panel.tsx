import type { ReactNode } from "react";
import { ChartPanel, type ChartPanelProps } from "#app/components/admin/chart-panel.tsx";

type TrendPanelProps = ChartPanelProps & {
  /** Absent until the charts' script is there: the table stands in for it. */
  chart?: ReactNode;
  /** Height of the chart, so that nothing moves when it appears. */
  height: "h-56" | "h-96";
};

/** A chart that a script draws. */
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
