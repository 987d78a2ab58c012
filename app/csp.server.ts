import { createHash } from "node:crypto";
import { SPECULATION_RULES } from "./speculation-rules.server.ts";

const COMMON =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; media-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'";

/** The CSP source expression of an inline element with this text. */
export const hashSource = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The islands script, and the only inline script that it inserts. */
const SCRIPT_SOURCES = `script-src 'self' ${hashSource(SPECULATION_RULES)}`;

/**
 * The Content-Security-Policy header of a page. Content pages have no inline script of their own and so
 * no nonce: their policy depends on the page alone, and they can be cached.
 * @param options.imageSources origins of images from other sites; `safeImageUrl` has checked them, so
 * they cannot end a directive
 * @param options.formTargets origins of other sites that forms may lead to: browsers check the redirect
 * that answers a form too
 * @param options.styleSource source of the one style element; absent where the sheet is linked
 * (staff), whose libraries insert style elements
 */
export function buildContentSecurityPolicy(options: {
  styleSource?: string;
  nonce?: string;
  imageSources?: readonly string[];
  formTargets?: readonly string[];
}): string {
  const forms = ["form-action 'self'", ...(options.formTargets ?? [])].join(" ");
  const images = ["img-src 'self' data:", ...(options.imageSources ?? [])].join(" ");
  const common = `${COMMON}; ${forms}; ${images}`;
  const script = options.nonce ? `${SCRIPT_SOURCES} 'nonce-${options.nonce}'` : SCRIPT_SOURCES;
  if (import.meta.env.DEV)
    return `${common}; connect-src 'self' ws:; ${script}; style-src 'self' 'unsafe-inline'`;
  const style =
    options.styleSource === undefined
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' ${options.styleSource}; style-src-attr 'none'`;
  return `${common}; connect-src 'self'; ${script}; ${style}`;
}
