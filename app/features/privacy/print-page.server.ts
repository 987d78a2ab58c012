import { createHash } from "node:crypto";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere;white-space:pre-wrap}blockquote{margin:1rem 0;padding:.8rem 1rem;border:1px solid #999;white-space:pre-wrap}";
const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page for printing, without links or scripts. @param body HTML, escaped by the caller */
export const respondWithPrintPage = ({ title, body }: { title: string; body: string }): Response =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`,
    {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      },
    },
  );
