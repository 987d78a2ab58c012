import { createHash } from "node:crypto";

const COMMON =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; media-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'";

/** CSP source of an inline element with this text. */
export const hashSource = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Content pages have no inline script: no nonce, and the policy depends only on the page, so they
 * can be cached. Pages that show images of other sites allow these: origins that `safeImageUrl` has
 * accepted, which cannot end a directive.
 * @param options.styleSource source of the one style element; absent where the sheet is linked
 * (staff), whose libraries insert style elements
 */
export function buildContentPolicy(options: {
  styleSource?: string;
  nonce?: string;
  imageSources?: readonly string[];
}): string {
  const common = [`${COMMON}; img-src 'self' data:`, ...(options.imageSources ?? [])].join(" ");
  const script = options.nonce ? `script-src 'self' 'nonce-${options.nonce}'` : "script-src 'self'";
  if (import.meta.env.DEV)
    return `${common}; connect-src 'self' ws:; ${script}; style-src 'self' 'unsafe-inline'`;
  const style =
    options.styleSource === undefined
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' ${options.styleSource}; style-src-attr 'none'`;
  return `${common}; connect-src 'self'; ${script}; ${style}`;
}
