type SerializedError = { type: string; code?: string; message: string; stack?: string };

/** SQLSTATE of a database error, even where drizzle wrapped it. */
export function getSqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** The constraint or unique index that a database error names, even where drizzle wrapped it. */
export function getConstraintName(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { constraint } = current as { constraint?: unknown };
    if (typeof constraint === "string") return constraint;
  }
  return undefined;
}

/**
 * True where the database was unreachable, starting or stopping, refused more connections, or is a
 * standby that was not promoted yet (25006: it refuses to write).
 */
export function isDatabaseDown(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = String((current as { code?: unknown }).code ?? "");
    if (
      /^(08|57P0|53300|25006)/.test(code) ||
      [
        "ECONNREFUSED",
        "ECONNRESET",
        "EPIPE",
        "ETIMEDOUT",
        "EAI_AGAIN",
        "EHOSTUNREACH",
        "ENETUNREACH",
      ].includes(code)
    )
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|Client has encountered a connection error|Cannot use a pool after/i.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}

/**
 * The parts of an error that may be logged. Database errors quote parameters (names, phones,
 * emails) in message and detail, so only type, SQLSTATE and stack frames of those remain.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an Error" };
  const code = getSqlState(error);
  const fromDatabase = code !== undefined || error.name === "DrizzleQueryError" || "query" in error;
  // The stack begins with the message, which may contain lines that look like frames.
  const frames = error.stack
    ?.replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join("\n");
  return {
    type: error.name,
    code: code ?? (error as { code?: string }).code,
    message: fromDatabase
      ? `database error ${code ?? "without SQLSTATE"}`
      : error.message.slice(0, 300),
    stack: frames,
  };
}
