import fc from "fast-check";
import type { RandomRequest } from "#tests/random-requests.ts";
import { formatAddress } from "../request-source.ts";
import {
  generateBody,
  generateInvalidCall,
  invalidForm,
  text,
  withType,
} from "./hostile-bodies.ts";
import type { FormConfig } from "./quote-load.ts";
import type { Site } from "./site.ts";

const FUNCTION_PATHS = [
  "/functions/v1/contact-sync",
  "/functions/v1/coverage",
  "/functions/v1/quote-form",
];
export const SYSTEM_PATHS = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/sitemap.xml",
  "/robots.txt",
  "/speculation.rules",
  "/assets/none.js",
  "/quote",
  "/quote/thanks",
  "/backyard",
];
const METHODS = [
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "POST",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "PROPFIND",
  "TRACE",
];
const ENDINGS = ["", "", "", ".data", "/", "/_.data", "%00", "%2f", "//", "/%", "?", ";x=1"];
const PARAMETERS = [
  "zip",
  "service",
  "label",
  "by",
  "time",
  "mail",
  "preview",
  "_routes",
  "index",
  "__proto__",
];

const mostly = (common: string, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: other });
/** Text that Node's client accepts in a header. */
const headerText = text.map((raw) => raw.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 800));

function generatePath(paths: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...FUNCTION_PATHS, ...FUNCTION_PATHS, ...SYSTEM_PATHS, ...paths);
  const unknown = fc.webPath({ size: "small" }).map((path) => path || "/");
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), text), text), {
    maxLength: 4,
  });
  return fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: unknown }),
      fc.constantFrom(...ENDINGS),
      query,
    )
    .map(([path, ending, pairs]) => {
      const search = pairs
        .map(
          ([name, content]) =>
            `${encodeURIComponent(name.slice(0, 200).toWellFormed())}=${encodeURIComponent(content.slice(0, 400).toWellFormed())}`,
        )
        .join("&");
      return `${path}${ending}${search ? `?${search}` : ""}`;
    });
}

/** Generates requests to the intake, the wizard's form and all pages, valid ones among hostile ones. */
export function generateHostileRequest(
  site: Site,
  form: FormConfig,
  paths: readonly string[],
): fc.Arbitrary<RandomRequest> {
  const headers = fc.record(
    {
      cookie: fc
        .array(fc.tuple(headerText, headerText), { maxLength: 4 })
        .map((pairs) => pairs.map(([name, content]) => `${name}=${content}`).join("; ")),
      authorization: mostly(
        `Bearer ${form.publicKey}`,
        fc.constantFrom("Bearer wrong", "Basic ", ""),
      ),
      origin: mostly(site.origin, fc.constantFrom("null", "http://other.example")),
      "idempotency-key": fc.oneof(fc.uuid(), headerText),
      "x-forwarded-for": fc.oneof(fc.nat(0xffffff).map(formatAddress), headerText, fc.ipV6()),
      "if-none-match": headerText,
      "accept-encoding": fc.constantFrom("br", "gzip", "br;q=0", "*", "zstd"),
      "content-encoding": fc.constantFrom("gzip", "identity"),
      "user-agent": headerText,
      "sec-gpc": fc.constantFrom("1", "0"),
      range: fc.constantFrom("bytes=0-1", "bytes=9-1", "x"),
      accept: fc.constantFrom("text/html", "application/json", "*/*"),
    },
    { requiredKeys: ["authorization", "origin", "x-forwarded-for"] },
  );
  const anyRequest = fc.tuple(
    fc.constantFrom(...METHODS),
    generatePath(paths),
    headers,
    generateBody(form.consentId),
  );
  const search = text.map((raw) => encodeURIComponent(raw.slice(0, 200).toWellFormed()));
  const targetedRequest = fc.oneof(
    fc.tuple(
      fc.constant("POST"),
      fc.constant("/functions/v1/contact-sync"),
      headers,
      generateInvalidCall(form.consentId).map(withType("application/json")),
    ),
    fc.tuple(
      fc.constant("POST"),
      search.map((query) => `/quote?label=${query}`),
      headers,
      invalidForm.map(withType("application/x-www-form-urlencoded")),
    ),
    fc.tuple(
      fc.constant("GET"),
      fc
        .tuple(fc.oneof(search, fc.constant("30301")), search)
        .map(([zip, service]) => `/functions/v1/coverage?zip=${zip}&service=${service}`),
      headers,
      fc.constant(undefined),
    ),
  );
  return fc.oneof(anyRequest, targetedRequest).map(([method, path, randomHeaders, content]) => {
    const hasBody =
      content !== undefined && method !== "GET" && method !== "HEAD" && method !== "TRACE";
    const contentHeaders: Record<string, string> = hasBody
      ? { "content-type": content.type, "content-length": String(Buffer.byteLength(content.body)) }
      : {};
    return {
      method,
      path,
      headers: { ...randomHeaders, ...contentHeaders },
      body: hasBody ? content.body : undefined,
    };
  });
}
