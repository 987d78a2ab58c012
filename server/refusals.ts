import type { Logger } from "#app/lib/logger.server.ts";
import { buildProblem, isApiCall, PROBLEM_TYPE } from "#app/lib/problem.ts";

/** `limited`: one address sends too many requests. `shed`: the server is overloaded. */
export type RefusalKind = "limited" | "shed";
type Refusal = { status: number; headers: Record<string, string>; body: string };

const LOG_EVERY_MS = 1_000;
const RULES = {
  limited: {
    status: 429,
    retryAfter: "60",
    reason: "Too many requests from your address.",
    advice: "Please wait a minute",
  },
  shed: {
    status: 503,
    retryAfter: "5",
    reason: "Too many requests at this moment.",
    advice: "Please try again in a few seconds",
  },
} as const;

/**
 * The complete response to a refused request: JSON where programs call, one sentence of text
 * elsewhere.
 */
export function createRefusal(
  kind: RefusalKind,
  { path, phone }: { path: string; phone?: string },
): Refusal {
  const { status, retryAfter, reason, advice } = RULES[kind];
  const sentence = `${reason} ${advice}${phone ? `, or call ${phone}` : ""}.`;
  const headers = {
    "Retry-After": retryAfter,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  if (isApiCall(path)) {
    const problem = buildProblem(kind === "limited" ? "rate-limited" : "unavailable", {
      detail: sentence,
    });
    return {
      status,
      headers: { ...headers, "Content-Type": PROBLEM_TYPE },
      body: JSON.stringify(problem),
    };
  }
  if (!isApiPath(path))
    return {
      status,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
      body: sentence,
    };
  // Browsers on other sites may read this response too: it contains nothing personal.
  const apiHeaders = {
    ...headers,
    "Content-Type": "application/json",
    "Access-Control-Allow-Origin": "*",
  };
  return { status, headers: apiHeaders, body: JSON.stringify({ success: false, error: sentence }) };
}

/** Whether a path is called by programs, not opened by people. */
export const isApiPath = (path: string) => /^\/(?:functions|webhooks)\//.test(path);

/** Logs how many requests were refused: at most one line a second, as a flood must not fill the log. */
export function createRefusalLogger(log: Pick<Logger, "warn">): (kind: RefusalKind) => void {
  let counts: Record<RefusalKind, number> | undefined;
  const write = () => {
    log.warn(counts, "requests were refused");
    counts = undefined;
  };
  return (kind) => {
    if (!counts) {
      counts = { limited: 0, shed: 0 };
      setTimeout(write, LOG_EVERY_MS).unref();
    }
    counts[kind] += 1;
  };
}
