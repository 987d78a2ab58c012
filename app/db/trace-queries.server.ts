import { SpanKind, trace } from "@opentelemetry/api";
import type pg from "pg";
import { failSpan, getTracer, type SpanAttributes } from "#app/lib/tracing.server.ts";

type Query = (...parameters: unknown[]) => unknown;
type Described = { text?: unknown; name?: unknown };

const MAX_SUMMARY = 60;
/** Long statements have their first table in the beginning. */
const MAX_READ = 4_000;
/** The operation of a statement and its first table; `with` hides both behind names of its own. */
const OPERATION = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_]{0,62})"?/i;

/**
 * What a span says of a statement: its name, or words of the statement itself; no values and no text.
 */
export function summarizeStatement(query: unknown): { operation: string; summary: string } {
  const { text, name } = (
    typeof query === "object" && query ? query : { text: query }
  ) as Described;
  const sql = typeof text === "string" ? text.slice(0, MAX_READ) : "";
  const operation = OPERATION.exec(sql)?.[1]?.toUpperCase() ?? "QUERY";
  const table = TABLE.exec(sql)?.[1];
  const summary = typeof name === "string" && name ? name : [operation, table].join(" ").trim();
  return { operation, summary: summary.slice(0, MAX_SUMMARY) };
}

function traceCall(call: () => unknown, query: unknown): unknown {
  // Only within a trace: the polls of jobs are not worth a trace each.
  if (!trace.getActiveSpan()?.isRecording()) return call();
  const { operation, summary } = summarizeStatement(query);
  const attributes: SpanAttributes = {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    "db.query.summary": summary,
  };
  const span = getTracer().startSpan(summary, { kind: SpanKind.CLIENT, attributes });
  const result = call();
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  return result.then(
    (rows) => {
      span.end();
      return rows;
    },
    (error: unknown) => {
      failSpan(span, error);
      span.end();
      throw error;
    },
  );
}

/**
 * Makes a span of each query of a pool and of its connections. The wait for a connection counts to
 * the query of a pool. Calls with a callback are those of the pool itself, which have their span.
 */
export function traceQueries(pool: pg.Pool): pg.Pool {
  const wrap = (target: { query: unknown }) => {
    const query = (target.query as Query).bind(target);
    target.query = (...parameters: unknown[]) =>
      typeof parameters.at(-1) === "function"
        ? query(...parameters)
        : traceCall(() => query(...parameters), parameters[0]);
  };
  wrap(pool);
  pool.on("connect", wrap);
  return pool;
}
