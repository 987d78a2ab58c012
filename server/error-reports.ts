import { randomUUID } from "node:crypto";
import {
  createEventEnvelope,
  createStackParser,
  createTransport,
  dsnFromString,
  getEnvelopeEndpointWithUrlEncodedAuth,
  type StackFrame,
} from "@sentry/core";
import { nodeStackLineParser } from "@sentry/core/server";
import type { Env } from "#app/lib/env.server.ts";
import { serializeError } from "#app/lib/errors.server.ts";

export type ErrorReport = {
  /** The words of the log line, which are fixed. */
  message: string;
  level: "error" | "fatal";
  error: unknown;
  /** Names the call in the log. */
  requestId?: string;
};
export type ErrorReporter = {
  report: (report: ErrorReport) => void;
  /** Waits a moment for what was reported last. */
  stop: () => Promise<void>;
};

const DEADLINE_MS = 5_000;
const STOP_MS = 2_000;
const MINUTE_MS = 60_000;
/** A failure that repeats says nothing new, and must not cost what others pay for. */
const MAX_PER_MINUTE = 30;

type ReporterOptions = {
  env: Pick<Env, "SENTRY_DSN" | "SENTRY_ENVIRONMENT" | "ROLE">;
  version: string;
  /** The folder of the release: paths are relative to it. */
  root: string;
};

/**
 * Reports errors by the protocol of Sentry, which several services and programs take. An event has the
 * fixed words of the log line, the error's class, code and places, and the id of the line: no message, no
 * address, no header, no body, no person. It is built here whole: the SDK would collect more on its own.
 */
export function createErrorReporter({ env, version, root }: ReporterOptions): ErrorReporter | null {
  const dsn = env.SENTRY_DSN && dsnFromString(env.SENTRY_DSN);
  if (!dsn) return null;
  const parseStack = createStackParser(nodeStackLineParser());
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport({ recordDroppedEvent: () => {} }, async ({ body }) => {
    const response = await fetch(url, {
      method: "POST",
      body: body as BodyInit,
      headers: { "Content-Type": "application/x-sentry-envelope" },
      redirect: "error",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return {
      statusCode: response.status,
      headers: {
        "x-sentry-rate-limits": response.headers.get("X-Sentry-Rate-Limits"),
        "retry-after": response.headers.get("Retry-After"),
      },
    };
  });
  const isWithinLimit = createLimit();
  const toEvent = ({ message, level, error, requestId }: ErrorReport) => {
    // Not its message: libraries quote what they were given.
    const { type, code, stack } = serializeError(error);
    return {
      event_id: randomUUID().replaceAll("-", ""),
      timestamp: Date.now() / 1_000,
      platform: "node",
      level,
      release: version,
      environment: env.SENTRY_ENVIRONMENT,
      message,
      exception: {
        values: [
          {
            type,
            value: code ?? "see the log",
            stacktrace: { frames: parseStack(stack ?? "").map((frame) => relate(frame, root)) },
          },
        ],
      },
      tags: { role: env.ROLE, ...(requestId && { request_id: requestId }) },
    };
  };
  return {
    report(report) {
      if (!isWithinLimit()) return;
      // A report that does not arrive must not become an error to report.
      Promise.resolve(transport.send(createEventEnvelope(toEvent(report), dsn))).catch(() => {});
    },
    stop: async () => void (await transport.flush(STOP_MS)),
  };
}

/** What is sent of a frame: function, place, and whether it is our code. */
function relate({ function: name, filename = "", lineno, colno }: StackFrame, root: string) {
  const path = filename.replace(/^file:\/\//, "");
  const isOurs = path.startsWith(`${root}/`);
  return {
    function: name,
    filename: isOurs
      ? path.slice(root.length + 1)
      : path.replace(/^.*?(?=node_modules\/|node:)/, ""),
    lineno,
    colno,
    in_app: isOurs && !path.includes("/node_modules/"),
  };
}

function createLimit(): () => boolean {
  let [startedAt, count] = [0, 0];
  return () => {
    const now = performance.now();
    if (now - startedAt >= MINUTE_MS) [startedAt, count] = [now, 0];
    count += 1;
    return count <= MAX_PER_MINUTE;
  };
}
