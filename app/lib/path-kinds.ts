/** First path segments of pages that belong to one person: never cached, prerendered or indexed. */
export const PRIVATE_SEGMENTS = ["backyard", "oauth", "offers", "pro", "r", "stop"] as const;

/** First path segments of addresses for machines. /api itself is a page. */
export const MACHINE_SEGMENTS = [
  "api/v1",
  "functions",
  "healthz",
  "mcp",
  "metrics",
  "readyz",
  "webhooks",
] as const;

/** A pattern of paths with one of these first segments. */
export const matchSegments = (segments: readonly string[]): RegExp =>
  new RegExp(`^/(?:${segments.join("|")})(?:/|$)`);
