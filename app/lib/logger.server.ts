import pino from "pino";
import { reportError } from "./errors.server.ts";

export type Logger = pino.Logger;

/**
 * Creates a logger of one JSON object a line. Fields come from the caller; errors pass through
 * `reportError`.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: reportError, error: reportError },
  });
}
