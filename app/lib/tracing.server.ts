import {
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
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

/** Whose spans are sent; those of libraries are not. */
export const TRACER_NAME = "henrys-helpline";
export const getTracer = () => trace.getTracer(TRACER_NAME);
const CODE = /^[A-Z0-9_]{1,40}$/;
const UUID_PARTS = /^(.{8})(.{4})(7.{3})([89ab].{3})(.{12})$/;

/**
 * Runs work as the first span of a new trace, whatever the context that it is called in was left from.
 * Without telemetry it only runs the work. Errors are recorded as a code or a class, never by their
 * message.
 */
export const withNewTrace = <T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => runSpan(name, options, ROOT_CONTEXT, work);

/**
 * As `withNewTrace`, in the trace of a stored request, whichever process works on it and however much later:
 * a request that was stored within a trace has its id (`claimTraceUuid`).
 */
export const withRequestSpan = <T>(
  requestId: string,
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> =>
  runSpan(name, options, ROOT_CONTEXT.setValue(TRACE_ID_KEY, requestId.replaceAll("-", "")), work);

function runSpan<T>(
  name: string,
  { kind = "INTERNAL", attributes }: SpanOptions,
  parent: Context,
  work: () => Promise<T>,
): Promise<T> {
  const run = async (span: Span) => {
    try {
      return await work();
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

/** Marks a span as failed, by a code or the class of the error. */
export function failSpan(span: Span, error: unknown): void {
  const code = getSqlState(error) ?? (error as { code?: unknown } | null)?.code;
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute("error.type", typeof code === "string" && CODE.test(code) ? code : type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Marks the current span as failed, if there is one. */
export function failCurrentSpan(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span) failSpan(span, error);
}

/** Adds to the current span, if there is one. */
export const describeSpan = (attributes: SpanAttributes): void =>
  void trace.getActiveSpan()?.setAttributes(attributes);

/** Spans whose trace has given its id to a row. */
const claimed = new WeakSet<Span>();

/**
 * The id of the current trace as the id of a new row, so that whoever has one has the other; once for
 * each span. Null without telemetry, and where the trace id is not a UUID of version 7.
 */
export function claimTraceUuid(): string | null {
  const span = trace.getActiveSpan();
  const parts = span ? UUID_PARTS.exec(span.spanContext().traceId) : null;
  if (!span?.isRecording() || !parts || claimed.has(span)) return null;
  claimed.add(span);
  return parts.slice(1).join("-");
}
