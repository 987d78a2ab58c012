/** What can go wrong with a call of the API: its status, a title, and what a program can do. */
export const PROBLEMS = {
  "unreadable-body": {
    status: 400,
    title: "Unreadable body",
    advice: "The body is not JSON. Send a JSON object in UTF-8.",
  },
  "missing-key": {
    status: 401,
    title: "Missing key",
    advice: "The header Authorization is missing, or is not Bearer and a key.",
  },
  "invalid-key": {
    status: 401,
    title: "Invalid key",
    advice: "There is no such key, or it was truncated. Copy it again, or ask for a new one.",
  },
  "inactive-key": {
    status: 401,
    title: "Expired or revoked key",
    advice: "The key is the right one, but it has expired or was revoked. Ask for a new one.",
  },
  "missing-scope": {
    status: 403,
    title: "Missing scope",
    advice: "The key may not do this. scope names what it would need.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    advice: "There is nothing at this address, or no row has this id.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    advice: "The header Allow lists the methods of this address.",
  },
  conflict: {
    status: 409,
    title: "Conflict",
    advice: "The state of the row does not allow this. detail says what would.",
  },
  "still-running": {
    status: 409,
    title: "Still running",
    advice: "A write with this Idempotency-Key has not ended yet. Send it again after Retry-After.",
  },
  "version-changed": {
    status: 412,
    title: "Version changed",
    advice: "Somebody changed the row since you read it. Read it again, then decide again.",
  },
  "too-large": {
    status: 413,
    title: "Too large",
    advice: "Send less in one call.",
  },
  "unsupported-type": {
    status: 415,
    title: "Unsupported type",
    advice: "Send the body with Content-Type: application/json.",
  },
  "invalid-input": {
    status: 422,
    title: "Invalid input",
    advice: "errors names each field that is wrong, and why.",
  },
  "version-required": {
    status: 428,
    title: "Version required",
    advice: "A change needs If-Match with the ETag of what you read.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many calls",
    advice: "Wait as many seconds as Retry-After says.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    advice: "Something failed on our side. If it keeps happening, send us the request_id.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    advice: "We cannot answer at the moment. Try again after Retry-After.",
  },
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** The page that explains each problem at an anchor of its code. */
export const API_PAGE = "/api";
/** Below it are the API calls, which never read cookies. */
export const API_BASE = "/api/v1";

export const isApiCall = (path: string): boolean => /^\/api\/v1(?:\/|$)/.test(path);

export type ProblemDetails = {
  detail: string;
  request_id?: string | undefined;
  /** The scope that the key would need. */
  scope?: string | undefined;
  /** What is wrong with the input: JSON pointers into the body, or names of parameters and headers. */
  errors?: { at: string; detail: string }[] | undefined;
};

/** The body of a problem (RFC 9457). */
export const buildProblem = (code: ProblemCode, details: ProblemDetails) => ({
  type: `${API_PAGE}#${code}`,
  title: PROBLEMS[code].title,
  status: PROBLEMS[code].status,
  ...details,
});

export const PROBLEM_TYPE = "application/problem+json";

/** The response to a call that failed. Nothing caches it. */
export function createProblem(
  code: ProblemCode,
  details: ProblemDetails,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(buildProblem(code, details)), {
    status: PROBLEMS[code].status,
    headers: { "Content-Type": PROBLEM_TYPE, "Cache-Control": "no-store", ...headers },
  });
}
