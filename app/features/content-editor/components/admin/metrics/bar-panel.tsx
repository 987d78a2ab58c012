import { ChartPanel, type ChartPanelProps } from "#app/components/admin/chart-panel.tsx";

export type Bar = {
  name: string;
  value: number;
  /** The formatted value, shown next to the bar. */
  text: string;
};

/** Horizontal bars, each with its name and value. */
export function BarPanel({ bars, ...panel }: ChartPanelProps & { bars: readonly Bar[] }) {
  const maxValue = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ChartPanel {...panel} level="h3">
      <div className="mt-3 grid gap-2">
        {bars.map(({ name, value, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same words
          <div key={at} className="min-w-0 text-[0.9375rem]">
            <div className="flex justify-between gap-3">
              <span className="min-w-0 break-words">{name}</span>
              <span className="shrink-0 tabular-nums">{text}</span>
            </div>
            <div className="mt-0.5 h-3 rounded bg-sand">
              <div
                className="h-3 rounded bg-petrol"
                style={{ width: `${(value / maxValue) * 100}%` }}
              />
            </div>
          </div>
        ))}
      </div>
    </ChartPanel>
  );
}
