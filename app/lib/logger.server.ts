import pino from "pino";
import { serializeError } from "./errors.server.ts";

export type Logger = pino.Logger;

/** A line about an error: its words are fixed, `requestId` names the call. */
export type LoggedError = {
  level: "error" | "fatal";
  message: string;
  error: unknown;
  requestId?: string;
};

const LEVELS: Readonly<Record<number, LoggedError["level"]>> = { 50: "error", 60: "fatal" };

/**
 * Creates a logger that writes one JSON object a line. Errors are logged by `serializeError`, without
 * personal data; other fields as the caller passes them.
 * @param onError is called for each line with an error of level error or higher that is written
 */
export function createLogger(level: string, onError?: (logged: LoggedError) => void): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError },
    ...(onError && {
      hooks: {
        logMethod(parameters, write, number) {
          const logged = LEVELS[number] && findError(parameters);
          if (logged) onError({ ...logged, level: LEVELS[number] ?? "error" });
          return write.apply(this, parameters);
        },
      },
    }),
  });
}

function findError([fields, message]: readonly unknown[]): Omit<LoggedError, "level"> | null {
  if (typeof fields !== "object" || fields === null || !("err" in fields)) return null;
  const { err: error, requestId } = fields as { err: unknown; requestId?: unknown };
  return {
    error,
    message: typeof message === "string" ? message : "",
    ...(typeof requestId === "string" && { requestId }),
  };
}
