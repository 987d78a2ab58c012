import { ValueType } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";

type Source = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & { metricName?: string };
type Moment = [seconds: number, nanoseconds: number];

const toMoment = (ms: number): Moment => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

/**
 * The metrics of `/metrics` as OpenTelemetry has them: one source, so that both always say the same.
 * Summaries have no counterpart and are left out; none is used.
 */
export function createPrometheusProducer(registry: Registry): MetricProducer {
  const startTime = toMoment(Date.now());
  return {
    async collect(): Promise<CollectionResult> {
      const sources = (await registry.getMetricsAsJSON()) as Source[];
      const times = { startTime, endTime: toMoment(Date.now()) };
      const metrics = sources.flatMap((source) => toMetricData(source, times) ?? []);
      return {
        resourceMetrics: {
          resource: resourceFromAttributes({}),
          scopeMetrics: [{ scope: { name: "henrys-helpline" }, metrics }],
        },
        errors: [],
      };
    },
  };
}

type Times = { startTime: Moment; endTime: Moment };

function toMetricData(source: Source, times: Times): MetricData | null {
  const base = {
    descriptor: {
      name: source.name,
      description: source.help,
      unit: source.name.endsWith("_seconds") ? "s" : source.name.endsWith("_bytes") ? "By" : "",
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const toPoint = ({ value, labels }: Value) => ({ ...times, attributes: { ...labels }, value });
  // prom-client writes the type as a word here, which its types call a number.
  switch (String(source.type)) {
    case "counter":
      return {
        ...base,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: source.values.map(toPoint),
      };
    case "gauge":
      return {
        ...base,
        dataPointType: DataPointType.GAUGE,
        dataPoints: source.values.map(toPoint),
      };
    case "histogram":
      return {
        ...base,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: groupSeries(source.values).map(({ attributes, values }) => ({
          ...times,
          attributes,
          value: toHistogram(source.name, values),
        })),
      };
    default:
      return null;
  }
}

type Series = { attributes: Record<string, string | number>; values: Value[] };

/** The buckets, the sum and the count of a histogram are values of one series. */
function groupSeries(values: readonly Value[]): Series[] {
  const series = new Map<string, Series>();
  for (const value of values) {
    const { le: _, ...attributes } = value.labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const found = series.get(key) ?? { attributes, values: [] };
    found.values.push(value);
    series.set(key, found);
  }
  return [...series.values()];
}

/** Prometheus counts each bucket with all smaller ones, OpenTelemetry on its own. */
function toHistogram(name: string, values: readonly Value[]) {
  const find = (suffix: string) =>
    values.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
  const buckets = values
    .filter(({ metricName }) => metricName === `${name}_bucket`)
    .map(({ value, labels }) => ({
      le: labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le),
      value,
    }))
    .sort((a, b) => a.le - b.le);
  return {
    count: find("count"),
    sum: find("sum"),
    buckets: {
      boundaries: buckets.map(({ le }) => le).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
  };
}
