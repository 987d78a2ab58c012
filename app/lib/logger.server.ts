import pino from "pino";
import { serializeError } from "./errors.server.ts";

export type Logger = pino.Logger;

/**
 * Creates a logger that writes one JSON object a line. Errors are logged by `serializeError`, without
 * personal data; other fields as the caller passes them.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError },
  });
}
