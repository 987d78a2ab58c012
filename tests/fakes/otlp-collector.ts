import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
};

type Fields = Map<number, (Buffer | bigint)[]>;

/** The fields of a message of Protocol Buffers, by their numbers. */
function decode(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const readBytes = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const kind = tag & 7;
    const value =
      kind === 0 ? readVarint() : readBytes(kind === 1 ? 8 : kind === 5 ? 4 : Number(readVarint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const listMessages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((bytes) => decode(bytes as Buffer));
const readText = (fields: Fields, number: number, encoding: BufferEncoding = "utf8") =>
  (fields.get(number)?.[0] as Buffer | undefined)?.toString(encoding) ?? "";

/** The key and the value of an attribute: text or a whole number. */
function readAttribute(attribute: Fields): [string, string | number] {
  const [value] = listMessages(attribute, 2);
  const [number] = value?.get(3) ?? [];
  return [
    readText(attribute, 1),
    typeof number === "bigint" ? Number(number) : value ? readText(value, 1) : "",
  ];
}

/** opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest */
const readSpans = (body: Buffer): CollectedSpan[] =>
  listMessages(decode(body), 1)
    .flatMap((resourceSpans) => listMessages(resourceSpans, 2))
    .flatMap((scopeSpans) => listMessages(scopeSpans, 2))
    .map((span) => ({
      traceId: readText(span, 1, "hex"),
      spanId: readText(span, 2, "hex"),
      parentId: readText(span, 4, "hex"),
      name: readText(span, 5),
      attributes: Object.fromEntries(listMessages(span, 9).map(readAttribute)),
    }));

/** Names of the libraries whose spans these are. */
const readScopes = (body: Buffer): string[] =>
  listMessages(decode(body), 1)
    .flatMap((resourceSpans) => listMessages(resourceSpans, 2))
    .flatMap((scopeSpans) => listMessages(scopeSpans, 1))
    .map((scope) => readText(scope, 1));

/** opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest */
const readMetricNames = (body: Buffer): string[] =>
  listMessages(decode(body), 1)
    .flatMap((resourceMetrics) => listMessages(resourceMetrics, 2))
    .flatMap((scopeMetrics) => listMessages(scopeMetrics, 2))
    .map((metric) => readText(metric, 1));

/** A collector of OpenTelemetry: OTLP over HTTP with Protocol Buffers, on loopback. */
export async function startOtlpCollector() {
  const spans: CollectedSpan[] = [];
  const metrics = new Set<string>();
  const scopes = new Set<string>();
  const bodies: Buffer[] = [];
  const tokens = new Set<string | undefined>();
  let changed: (() => void)[] = [];
  const server = createServer(async (req, res) => {
    const sent = Buffer.concat(await req.toArray());
    const body = req.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    bodies.push(body);
    tokens.add(req.headers.authorization);
    if (req.url === "/v1/traces") {
      spans.push(...readSpans(body));
      for (const scope of readScopes(body)) scopes.add(scope);
    }
    if (req.url === "/v1/metrics") for (const name of readMetricNames(body)) metrics.add(name);
    res.writeHead(200, { "Content-Type": "application/x-protobuf" }).end();
    for (const notify of changed) notify();
    changed = [];
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    scopes,
    /** Names of metrics. */
    metrics,
    /** All that arrived, as bytes. */
    bodies,
    /** What `Authorization` said. */
    tokens,
    /** Resolves when what arrived fulfills a condition. */
    async waitUntil(isFulfilled: () => boolean): Promise<void> {
      while (!isFulfilled()) await new Promise<void>((resolve) => changed.push(resolve));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
