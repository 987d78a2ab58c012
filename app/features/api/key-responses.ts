import type { Authentication, CallingKey } from "#app/features/api-keys/authenticate.server.ts";
import { createProblem } from "#app/lib/problem.ts";
import type { RateLimitState } from "#app/lib/rate-limit.server.ts";

/** RateLimit and RateLimit-Policy (IETF draft of the HTTPAPI working group). */
export const listLimitHeaders = (
  { limitPerMinute }: CallingKey,
  { remaining, resetSeconds }: RateLimitState,
) => ({
  "RateLimit-Policy": `"key";q=${limitPerMinute};w=60`,
  RateLimit: `"key";r=${remaining};t=${resetSeconds}`,
});

/**
 * An unknown key and a wrong secret look alike. Only who sends the right secret learns that the key
 * has ended.
 */
export function refuseKey(
  authentication: Extract<Authentication, { ok: false }>,
  httpRequestId: string,
): Response {
  const details = (detail: string) => ({ detail, request_id: httpRequestId });
  const challenge = (error?: string) => ({
    "WWW-Authenticate": `Bearer realm="api"${error ? `, error="${error}"` : ""}`,
  });
  switch (authentication.reason) {
    case "address":
      return createProblem(
        "rate-limited",
        details("Too many wrong keys came from your address. Wait before you send another."),
        { "Retry-After": String(authentication.resetSeconds ?? 60) },
      );
    case "missing":
      return createProblem(
        "missing-key",
        details("Send your key as Authorization: Bearer hh_live_…"),
        challenge(),
      );
    case "wrong":
      return createProblem(
        "invalid-key",
        details("There is no such key. Check that it was copied whole."),
        challenge("invalid_token"),
      );
    default:
      return createProblem(
        "inactive-key",
        details(
          authentication.reason === "expired"
            ? "This key has expired. Ask a superadmin for a new one."
            : "This key was revoked. Ask a superadmin for a new one.",
        ),
        challenge("invalid_token"),
      );
  }
}
