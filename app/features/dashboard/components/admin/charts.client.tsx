import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount, formatDay } from "#app/lib/format-values.ts";

// Rendered after the page, whose tables already show all values of the charts.

const FILL = { width: "100%", height: "100%" } as const;
const LABEL = { fill: "var(--color-muted)", fontSize: 12 } as const;
const TOOLTIP = {
  border: "1px solid var(--color-line)",
  borderRadius: 8,
  background: "var(--color-paper)",
  color: "var(--color-ink)",
} as const;
const FUNNEL_LABEL_WIDTH = 108;

type DayChartProps = {
  /** Oldest first. */
  days: { day: string; value: number }[];
  name: string;
  color: "var(--color-petrol)" | "var(--color-action)";
  format: (value: number) => string;
};

/** A chart with one bar per day. */
export function DayChart({ days, name, color, format }: DayChartProps) {
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      data={days}
      style={FILL}
      margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" strokeDasharray="3 3" />
      <XAxis
        dataKey="day"
        tickFormatter={formatDay}
        tick={LABEL}
        tickLine={false}
        axisLine={{ stroke: "var(--color-line)" }}
        minTickGap={24}
      />
      <YAxis
        allowDecimals={false}
        tick={LABEL}
        tickLine={false}
        axisLine={false}
        width="auto"
        tickFormatter={(value) => format(Number(value))}
      />
      <Tooltip
        cursor={{ fill: "var(--color-sand)" }}
        contentStyle={TOOLTIP}
        isAnimationActive={false}
        labelFormatter={(day) => formatDay(String(day))}
        formatter={(value) => format(Number(value))}
      />
      <Bar
        dataKey="value"
        name={name}
        fill={color}
        radius={[3, 3, 0, 0]}
        isAnimationActive={false}
      />
    </BarChart>
  );
}

/**
 * A chart with one bar per stage, and the count at its end, because the stages differ too much in
 * size for an axis.
 */
export function FunnelChart({ stages }: { stages: { label: string; count: number }[] }) {
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      layout="vertical"
      data={stages}
      style={FILL}
      margin={{ top: 0, right: 64, bottom: 0, left: 0 }}
    >
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="label"
        tick={LABEL}
        tickLine={false}
        axisLine={false}
        width={FUNNEL_LABEL_WIDTH}
        interval={0}
      />
      <Bar
        dataKey="count"
        fill="var(--color-petrol)"
        radius={[0, 3, 3, 0]}
        minPointSize={2}
        isAnimationActive={false}
      >
        <LabelList
          dataKey="count"
          position="right"
          fill="var(--color-ink)"
          fontSize={13}
          formatter={(value) => formatCount(Number(value))}
        />
      </Bar>
    </BarChart>
  );
}
