import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { listTicks } from "../../chart-ticks.ts";

// Rendered after the page, whose tables already show all values of the chart.

const FILL = { width: "100%", height: "100%" } as const;
const LABEL = { fill: "var(--color-muted)", fontSize: 12 } as const;
const TOOLTIP = {
  border: "1px solid var(--color-line)",
  borderRadius: 8,
  background: "var(--color-paper)",
  color: "var(--color-ink)",
} as const;
const RADIUS: [number, number, number, number] = [3, 3, 0, 0];

type ColumnChartProps = {
  /** In the order of the axis. `isPartial`: the bar still grows, so it is drawn as an outline. */
  bars: { key: string; value: number; isPartial?: boolean }[];
  name: string;
  color: "var(--color-petrol)" | "var(--color-action)";
  /** On the axis, where there is little room. */
  formatTick: (value: number) => string;
  formatValue: (value: number) => string;
  formatKey: (key: string) => string;
};

/** A chart with one bar per day or hour, on an axis that ends just above the highest. */
export function ColumnChart({
  bars,
  name,
  color,
  formatTick,
  formatValue,
  formatKey,
}: ColumnChartProps) {
  const ticks = listTicks(Math.max(0, ...bars.map(({ value }) => value)));
  // Attributes of a row are those of its bar.
  const data = bars.map(({ isPartial, ...bar }) =>
    isPartial
      ? { ...bar, fill: color, fillOpacity: 0.25, stroke: color, strokeDasharray: "3 2" }
      : bar,
  );
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      data={data}
      style={FILL}
      margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" strokeDasharray="3 3" />
      <XAxis
        dataKey="key"
        tickFormatter={formatKey}
        tick={LABEL}
        tickLine={false}
        axisLine={{ stroke: "var(--color-line)" }}
        minTickGap={16}
        interval="preserveEnd"
      />
      <YAxis
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 1]}
        interval={0}
        tick={LABEL}
        tickLine={false}
        axisLine={false}
        width="auto"
        tickFormatter={(value) => formatTick(Number(value))}
      />
      <Tooltip
        cursor={{ fill: "var(--color-sand)" }}
        contentStyle={TOOLTIP}
        isAnimationActive={false}
        labelFormatter={(key) => formatKey(String(key))}
        formatter={(value) => formatValue(Number(value))}
      />
      <Bar
        dataKey="value"
        name={name}
        fill={color}
        radius={RADIUS}
        minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
        isAnimationActive={false}
      />
    </BarChart>
  );
}
