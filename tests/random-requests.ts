import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import type pg from "pg";
import routes from "#app/routes.ts";
import { readFormVocabulary } from "./form-vocabulary.ts";

export type RandomRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};
export type RequestOptions = {
  origin: string;
  /** The cookie of a session; without it requests are anonymous. */
  cookie?: string;
  /** IDs and slugs of existing rows, used along with some that do not exist. */
  knownKeys?: readonly string[];
};

const METHODS = [
  ...Array(12).fill("POST"),
  ...Array(6).fill("GET"),
  "HEAD",
  "PUT",
  "PATCH",
  "DELETE",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
];
const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "application/json",
  "multipart/form-data; boundary=edge",
  "multipart/form-data",
  'multipart/form-data; boundary="',
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded; charset=iso-8859-1",
  "text/plain",
  "image/png",
  "nonsense",
  "",
];
const ENDINGS = ["", "", "", "", ".data", ".data", "/_.data", "?index", "?_routes=root"];
/** Path parameters that no row has. */
const MISSING_KEYS = [
  "0190163d-8694-739b-aea5-966c26f8ad91",
  "plumbing",
  "ac-not-cooling",
  "latest",
  "estimate",
  "no-such-key",
  "%00",
  "%F0%9F%98%80",
  "..",
  "__proto__",
  "1e999",
  "a".repeat(600),
];
const HOSTILE = [
  "\u0000",
  "\ud800",
  "\u202e",
  "' or 1=1 --",
  "<script>",
  "=1+1",
  "1e999",
  "-0",
  "9".repeat(400),
  "0000-00-00",
  "275760-09-14",
  "2031-02-30T00:00:00Z",
  "é".repeat(3_000),
];

/** Every path of the routing table, as `/quiz/:slug?`. */
function listPaths(
  entries: RouteConfigEntry[],
  parent = "",
  isWanted: (entry: RouteConfigEntry) => boolean = () => true,
): string[] {
  return entries.flatMap((entry) => {
    const { path, index, children } = entry;
    const fullPath = path ? `${parent}/${path}` : parent;
    return [
      ...((path || index) && isWanted(entry) ? [fullPath || "/"] : []),
      ...listPaths(children ?? [], fullPath, isWanted),
    ];
  });
}
const hasAction = ({ file }: RouteConfigEntry) =>
  /^export (?:const|async function|function) action\b/m.test(
    readFileSync(join(import.meta.dirname, "../app", file), "utf8"),
  );
export const ROUTE_PATHS: readonly string[] = listPaths(await routes);
/** Paths with an action are repeated: most others only refuse bodies. */
const WEIGHTED_PATHS = [
  ...ROUTE_PATHS,
  ...Array<string[]>(4)
    .fill(listPaths(await routes, "", hasAction))
    .flat(),
];
/** The response of this path does not end. */
const STREAM = "/backyard/service-requests/stream";

const ROW_KEYS = `
  select slug as key from quizzes union all select slug from advertorial_content union all select id::text from quizzes union all select id::text from advertorial_content
  union all (select id::text from service_requests limit 20) union all (select id::text from providers limit 20) union all (select id::text from quiz_diagnoses limit 20)
  union all (select id::text from quiz_outcomes limit 20) union all (select user_id::text from admin_users limit 5)`;

/** IDs and slugs of some rows of each kind that has pages. */
export async function listRowKeys(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(ROW_KEYS);
  return rows.map(({ key }) => key);
}

type Content = { type: string; body: string | Buffer };
type Arbitraries = {
  text: fc.Arbitrary<string>;
  name: fc.Arbitrary<string>;
  /** Names and values of the fields of a form. */
  pairs: fc.Arbitrary<[string, string][]>;
  form: fc.Arbitrary<string>;
};

function buildFormArbitraries(knownKeys: readonly string[]): Arbitraries {
  const { names, words } = readFormVocabulary();
  const text = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words, ...knownKeys) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  );
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names, "intent", "intent", "intent") },
    { weight: 1, arbitrary: text },
  );
  const fields = fc.array(fc.tuple(name, text), { maxLength: 12 });
  const pairs = fields.map((entries) =>
    entries.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()] as [string, string]),
  );
  const form = pairs.map((entries) => new URLSearchParams(entries).toString());
  return { text, name, pairs, form };
}

/** Bodies with their content type; three quarters of them fit it. */
function buildContent({ text, name, pairs, form }: Arbitraries): fc.Arbitrary<Content> {
  const value = fc.oneof(
    text,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(text, { maxLength: 4 }),
  );
  const json = fc
    .array(fc.tuple(name, value), { maxLength: 12 })
    .map((entries) => JSON.stringify(Object.fromEntries(entries)));
  const multipart = fc
    .tuple(pairs, fc.boolean(), fc.boolean())
    .map(([entries, isWhole, hasFiles]) => {
      const parts = entries.map(
        ([key, content]) =>
          `--edge\r\nContent-Disposition: form-data; name="${key}"${hasFiles ? '; filename="a.png"' : ""}\r\n\r\n${content}\r\n`,
      );
      return parts.join("") + (isWhole ? "--edge--\r\n" : "");
    });
  const matchingContent = fc.oneof(
    form.map((body) => ({ type: "application/x-www-form-urlencoded", body })),
    json.map((body) => ({ type: "application/json", body })),
    multipart.map((body) => ({ type: "multipart/form-data; boundary=edge", body })),
  );
  const bytes = fc.uint8Array({ maxLength: 400 }).map((content) => Buffer.from(content));
  const mismatchedContent = fc.record({
    type: fc.constantFrom(...CONTENT_TYPES),
    body: fc.oneof(form, json, multipart, bytes, fc.constant("")),
  });
  return fc.oneof(
    { weight: 3, arbitrary: matchingContent },
    { weight: 1, arbitrary: mismatchedContent },
  );
}

function buildPath({ form }: Arbitraries, knownKeys: readonly string[]): fc.Arbitrary<string> {
  const segment = fc.constantFrom(...MISSING_KEYS, ...knownKeys, ...knownKeys);
  const query = fc.oneof({ weight: 3, arbitrary: fc.constant("") }, { weight: 1, arbitrary: form });
  return fc
    .tuple(
      fc.constantFrom(...WEIGHTED_PATHS.filter((route) => route !== STREAM)),
      segment,
      fc.constantFrom(...ENDINGS),
      query,
    )
    .map(([route, key, ending, search]) => {
      const filled =
        route.replace(/:\w+\??|\*/g, key) +
        (route === "/" && ending.startsWith(".") ? "_" : "") +
        ending;
      return search ? `${filled}${filled.includes("?") ? "&" : "?"}${search}` : filled;
    });
}

const buildHeaders = (origin: string) =>
  fc.record(
    {
      origin: fc.oneof(
        { weight: 12, arbitrary: fc.constant(origin) },
        { weight: 1, arbitrary: fc.constantFrom("null", "http://other.example") },
      ),
      "x-forwarded-for": fc
        .nat(0xffffff)
        .map((number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`),
      authorization: fc.constantFrom(
        "Bearer public-anon-key",
        "Bearer public-anon-key",
        "Bearer wrong",
        "Basic ",
      ),
      "idempotency-key": fc.oneof(fc.uuid(), fc.constantFrom("short", "with space", "é")),
      "if-none-match": fc.constantFrom("*", 'W/"x"', ","),
      accept: fc.constantFrom("text/html", "application/json", "*/*"),
      range: fc.constantFrom("bytes=0-1", "bytes=-1", "x"),
      "content-encoding": fc.constantFrom("gzip", "br", "identity"),
    },
    { requiredKeys: ["origin", "x-forwarded-for", "authorization"] },
  );

/**
 * Generates requests with any method, content type and body to any route, with or without a session.
 * Three quarters of the bodies fit their content type, with names and values that routes expect.
 */
export function generateRequest({
  origin,
  cookie,
  knownKeys = [],
}: RequestOptions): fc.Arbitrary<RandomRequest> {
  const arbitraries = buildFormArbitraries(knownKeys);
  return fc
    .tuple(
      fc.constantFrom(...METHODS),
      buildPath(arbitraries, knownKeys),
      buildHeaders(origin),
      buildContent(arbitraries),
    )
    .map(([method, target, randomHeaders, { type, body }]) => {
      const hasBody = method !== "GET" && method !== "HEAD" && method !== "TRACE";
      const contentHeaders: Record<string, string> = hasBody
        ? { "content-type": type, "content-length": String(Buffer.byteLength(body)) }
        : {};
      return {
        method,
        path: target,
        headers: { ...randomHeaders, ...contentHeaders, ...(cookie ? { cookie } : {}) },
        body: hasBody ? body : undefined,
      };
    });
}
