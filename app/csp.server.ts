import { createHash } from "node:crypto";

const COMMON =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'";
const hashes = new Map<string, string>();

/** CSP source of an inline element; the text is hashed once. */
function sourceOf(text: string): string {
  let source = hashes.get(text);
  if (!source) {
    source = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    hashes.set(text, source);
  }
  return source;
}

/**
 * Content pages have no inline script: no nonce, and the policy is the same for every page of a build, so they can be cached.
 * @param options.inlineCss text of the one style element; absent where the sheet is linked (staff), whose libraries insert style elements
 */
export function contentPolicy(options: { inlineCss?: string; nonce?: string }): string {
  const script = options.nonce ? `script-src 'self' 'nonce-${options.nonce}'` : "script-src 'self'";
  if (import.meta.env.DEV) return `${COMMON}; connect-src 'self' ws:; ${script}; style-src 'self' 'unsafe-inline'`;
  const style = options.inlineCss === undefined ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${sourceOf(options.inlineCss)}; style-src-attr 'none'`;
  return `${COMMON}; connect-src 'self'; ${script}; ${style}`;
}
