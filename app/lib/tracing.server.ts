import {
  type Context,
  context,
  createContextKey,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { getSqlState } from "./errors.server.ts";

/**
 * What a span may say, beside its name. Nothing else can be added: no address, no query, no text that
 * somebody typed.
 */
export type SpanAttributes = Partial<
  Record<
    | "app.request_id"
    | "app.attempt"
    | "app.job"
    | "app.target"
    | "app.outcome"
    | "db.operation.name"
    | "db.query.summary"
    | "db.system.name"
    | "error.type"
    | "http.request.method"
    | "http.response.status_code"
    | "http.route",
    string | number
  >
>;

type SpanOptions = { kind?: keyof typeof SpanKind; attributes?: SpanAttributes };

/** In a context: the trace that a span without parent begins, as 32 hexadecimal digits. */
export const TRACE_ID_KEY = createContextKey("henrys-helpline trace id");

const getTracer = () => trace.getTracer("henrys-helpline");
const UUID_PARTS = /^(.{8})(.{4})(7.{3})([89ab].{3})(.{12})$/;

/**
 * Runs work as a span of the current trace, or of a new one. Without telemetry it only runs the work.
 * Errors are recorded as a code or a class, never by their message.
 */
export const withSpan = <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> => runSpan(name, options, context.active(), work);

/**
 * As `withSpan`, in the trace of a stored request, whichever process works on it and however much later:
 * a request that was stored within a trace has its id (`createRequestId`).
 */
export const withRequestSpan = <T>(
  requestId: string,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  runSpan(
    name,
    options,
    trace.deleteSpan(context.active()).setValue(TRACE_ID_KEY, requestId.replaceAll("-", "")),
    work,
  );

function runSpan<T>(
  name: string,
  { kind = "INTERNAL", attributes }: SpanOptions,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const run = async (span: Span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
  // The generator of trace ids looks into the active context.
  return context.with(parent, () =>
    getTracer().startActiveSpan(name, { kind: SpanKind[kind], attributes }, run),
  );
}

/** Marks a span as failed. */
export function failSpan(span: Span, error: unknown): void {
  const code = getSqlState(error) ?? (error as { code?: unknown } | null)?.code;
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute("error.type", typeof code === "string" ? code : type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Adds to the current span, if there is one. */
export const describeSpan = (attributes: SpanAttributes): void =>
  void trace.getActiveSpan()?.setAttributes(attributes);

/**
 * The id of the current trace as the id of a new row, so that whoever has one has the other. Null
 * without telemetry, and where the trace id is not a UUID of version 7.
 */
export function getTraceUuid(): string | null {
  const span = trace.getActiveSpan();
  const parts = span ? UUID_PARTS.exec(span.spanContext().traceId) : null;
  return parts ? parts.slice(1).join("-") : null;
}
