import { IMAGES_PATH, MAX_UPLOAD_BODY_BYTES } from "#app/features/media/constants.ts";
import { MAX_IMPORT_BODY_BYTES } from "#app/features/providers/constants.ts";
import { pagePath } from "./paths.ts";

export type BodyLimit = { bytes: number /** In words, for whoever sent more. */; name: string };

/** What is enough for forms and calls. */
export const USUAL_LIMIT: BodyLimit = { bytes: 256 * 1024, name: "256 KB" };
/** Pages of staff that take more; each asks who sends before it reads. */
const LARGER_LIMITS: [page: RegExp, limit: BodyLimit][] = [
  // An article with all the sections and letters that its editor allows, escaped as JSON.
  [/^\/backyard\/(?:quizzes|advertorials)\/(?:editor(?:\/.+)?|drafts)$/, { bytes: 2 * 1024 * 1024, name: "2 MB" }],
  [/^\/backyard\/providers\/import$/, { bytes: MAX_IMPORT_BODY_BYTES, name: "10 MB" }],
  [new RegExp(`^${IMAGES_PATH}$`), { bytes: MAX_UPLOAD_BODY_BYTES, name: "10 MB" }],
];

/** How large the body of a request may be, by its path. */
export function findBodyLimit(path: string): BodyLimit {
  const page = pagePath(path);
  return LARGER_LIMITS.find(([pattern]) => pattern.test(page))?.[1] ?? USUAL_LIMIT;
}
