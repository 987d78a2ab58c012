import type { IncomingMessage } from "node:http";
import { IMAGES_PATH, MAX_UPLOAD_BODY_BYTES } from "#app/features/media/constants.ts";
import { MAX_BODY_BYTES } from "#app/features/photos/constants.ts";
import { MAX_IMPORT_BODY_BYTES } from "#app/features/providers/constants.ts";
import { MAX_PAPER_BODY_BYTES } from "#app/features/providers/papers/constants.ts";
import { getPagePath } from "./paths.ts";

export type BodyLimit = { bytes: number /** In words, for the error message. */; name: string };

/** A form or a call is a few kilobytes: a body up to this size is always received. */
export const SMALL_BODY_BYTES = 16 * 1024;
/** Enough for forms and calls. */
export const DEFAULT_LIMIT: BodyLimit = { bytes: 256 * 1024, name: "256 KB" };
/** Pages that accept more; each checks the sender before it reads more than a small body. */
const LARGER_LIMITS: [page: RegExp, limit: BodyLimit][] = [
  // An article with all the sections and letters that its editor allows, escaped as JSON.
  [
    /^\/backyard\/(?:quizzes|advertorials)\/(?:editor(?:\/.+)?|drafts)$/,
    { bytes: 2 * 1024 * 1024, name: "2 MB" },
  ],
  [/^\/backyard\/providers\/import$/, { bytes: MAX_IMPORT_BODY_BYTES, name: "10 MB" }],
  [new RegExp(`^${IMAGES_PATH}$`), { bytes: MAX_UPLOAD_BODY_BYTES, name: "10 MB" }],
  [/^\/pro\/documents$/, { bytes: MAX_PAPER_BODY_BYTES, name: "30 MB" }],
  [/^\/r\/[^/]+\/photos$/, { bytes: MAX_BODY_BYTES, name: "60 MB" }],
];

/** Maximum size of a request body, by its path. */
export function findBodyLimit(path: string): BodyLimit {
  const page = getPagePath(path);
  return LARGER_LIMITS.find(([pattern]) => pattern.test(page))?.[1] ?? DEFAULT_LIMIT;
}

/**
 * How many bytes of a body are received before its request may begin; 0 where there is none, or
 * where its route first checks the sender. A small body is received in any case: a connection that
 * closes while its client still sends loses the response.
 */
export function getBytesToReceive(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  path: string,
): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const announced = Number(headers["content-length"] ?? 0);
  if (method === "GET" || method === "HEAD") return 0;
  // Larger bodies have a length, and a body with a wrong one is refused unread.
  if (isChunked) return path === IMAGES_PATH ? 0 : DEFAULT_LIMIT.bytes;
  const maxBytes = findBodyLimit(path) === DEFAULT_LIMIT ? DEFAULT_LIMIT.bytes : SMALL_BODY_BYTES;
  return announced <= maxBytes ? announced : 0;
}
