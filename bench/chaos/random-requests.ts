import { Agent } from "node:http";
import fc from "fast-check";
import { createDatabase } from "#app/db/client.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { buildIntakeBody, buildQuote } from "#tests/factories.ts";
import {
  type RandomRequest,
  ROUTE_PATHS,
  generateRequest as randomRouteRequest,
} from "#tests/random-requests.ts";
import { createStaff } from "#tests/staff.ts";
import { call } from "./http-call.ts";
import { formatCounts, type PartOptions, type Row } from "./metrics.ts";
import { type FormConfig, formatAddress, getFormConfig } from "./quote-load.ts";
import { type Site, withSite } from "./site.ts";

const AT_ONCE = 16;
const SHOWN_FAILURES = 5;
/** A random form may end the session: it is checked after this many requests. */
const SESSION_CHECK = 100;
const FUNCTIONS = [
  "/functions/v1/contact-sync",
  "/functions/v1/coverage",
  "/functions/v1/quote-form",
];
const SYSTEM = [
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

const nasty = fc.constantFrom(
  "",
  "\u0000",
  "\ud800",
  "{{7*7}}",
  "' or 1=1 --",
  "%00",
  "../../etc/passwd",
  "1e999",
  "-0",
  "null",
  "2031-02-30T00:00:00Z",
  "9".repeat(400),
  "\u202e",
  "a".repeat(70_000),
);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 300 }) },
  { weight: 1, arbitrary: nasty },
);
const value = fc.oneof(
  text,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
const mostly = (usual: string, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
/** What Node's client accepts in a header. */
const headerText = text.map((raw) => raw.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 800));

/** A well-formed call with some changed fields. */
function generateInvalidCall(consentId: string): fc.Arbitrary<string> {
  return fc
    .array(
      fc.tuple(fc.constantFrom("body", "record", "meta", "details"), text, fc.nat(40), value),
      { maxLength: 4 },
    )
    .map((changes) => {
      const body = buildIntakeBody({ consentTextId: consentId });
      const places: Record<string, object> = {
        body,
        record: body.record,
        meta: body.meta,
        details: body.record.additional_details,
      };
      for (const [place, newName, index, changed] of changes) {
        const target = places[place] ?? body;
        const names = Object.keys(target);
        // A place with a known name is changed; one past the end gets a new name.
        Object.defineProperty(target, names[index] ?? newName, {
          value: changed,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return JSON.stringify(body);
    });
}

const spoiledForm = fc
  .dictionary(
    fc.constantFrom(
      ...Object.keys(buildQuote()),
      "shownAt",
      "idempotencyKey",
      "consentTextId",
      "website",
    ),
    text,
    { maxKeys: 5 },
  )
  .map((changes) => {
    const form = new URLSearchParams();
    for (const [name, content] of Object.entries({
      ...buildQuote(),
      shownAt: new Date().toISOString(),
      ...changes,
    }))
      form.append(name, content.toWellFormed());
    return form.toString();
  });

const multipart = fc
  .tuple(fc.dictionary(text, text, { maxKeys: 4 }), fc.boolean())
  .map(([fields, whole]) => {
    const parts = Object.entries(fields).map(
      ([name, content]) =>
        `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
    );
    return parts.join("") + (whole ? "--edge--\r\n" : "");
  });

const typed = (type: string) => (body: string | Buffer) => ({ type, body });

function generateBody(
  consentId: string,
): fc.Arbitrary<{ type: string; body: string | Buffer } | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: generateInvalidCall(consentId).map(typed("application/json")) },
    { weight: 2, arbitrary: spoiledForm.map(typed("application/x-www-form-urlencoded")) },
    { weight: 1, arbitrary: fc.json().map(typed("application/json; charset=utf-8")) },
    { weight: 1, arbitrary: multipart.map(typed("multipart/form-data; boundary=edge")) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.uint8Array({ maxLength: 400 }),
          fc.constantFrom(
            "text/plain",
            "application/json",
            "multipart/form-data",
            "text/x-script",
            "",
          ),
        )
        .map(([bytes, type]) => ({ type, body: Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function generatePath(paths: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...FUNCTIONS, ...FUNCTIONS, ...SYSTEM, ...paths);
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

function randomRequest(
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
  const anything = fc.tuple(
    fc.constantFrom(...METHODS),
    generatePath(paths),
    headers,
    generateBody(form.consentId),
  );
  const search = text.map((raw) => encodeURIComponent(raw.slice(0, 200).toWellFormed()));
  const aimed = fc.oneof(
    fc.tuple(
      fc.constant("POST"),
      fc.constant("/functions/v1/contact-sync"),
      headers,
      generateInvalidCall(form.consentId).map(typed("application/json")),
    ),
    fc.tuple(
      fc.constant("POST"),
      search.map((query) => `/quote?label=${query}`),
      headers,
      spoiledForm.map(typed("application/x-www-form-urlencoded")),
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
  return fc.oneof(anything, aimed).map(([method, path, given, content]) => {
    const carries =
      content !== undefined && method !== "GET" && method !== "HEAD" && method !== "TRACE";
    const described: Record<string, string> = carries
      ? { "content-type": content.type, "content-length": String(Buffer.byteLength(content.body)) }
      : {};
    return {
      method,
      path,
      headers: { ...given, ...described },
      body: carries ? content.body : undefined,
    };
  });
}

/** Placeholder for the cookie of the session that is open when the request is sent. */
const SESSION = "session";

async function signIn(site: Site): Promise<string> {
  const person = await site.withDatabase((client) => createStaff(client, { role: "superadmin" }));
  const answer = await fetch(`${site.origin}/backyard`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: site.origin,
      "X-Forwarded-For": formatAddress(Math.floor(Math.random() * 0xffffff)),
    },
    body: new URLSearchParams({ email: person.email, password: person.password }),
  });
  await answer.arrayBuffer();
  if (answer.headers.get("location") !== "/backyard/dashboard")
    throw new Error(`The sign-in was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const hasSession = async (site: Site, cookie: string) =>
  (await call({ port: site.port, path: "/backyard/session", headers: { cookie } })).status === 200;

/**
 * Fills the database, so that random forms find something to change.
 * @returns ids and slugs of some rows
 */
async function seedRows(site: Site): Promise<string[]> {
  const db = createDatabase({ url: await site.databaseUrl(), max: 2, onError: () => {} });
  await seedDemo(
    { db: db, actor: "command-line", now: new Date() },
    { requests: 200, seed: 1, services: listDemoServices() },
  );
  const { rows } = await db.$client.query<{ key: string }>(`
    select slug as key from quizzes union all select slug from advertorial_content union all select id::text from quizzes union all select id::text from advertorial_content
    union all (select id::text from service_requests limit 20) union all (select id::text from providers limit 20) union all (select id::text from quiz_diagnoses limit 20)
    union all (select id::text from quiz_outcomes limit 20) union all (select user_id::text from admin_users limit 5)`);
  await db.$client.end();
  return rows.map(({ key }) => key);
}

/** Sends random requests to every route: none may fail with 5xx or end the process. */
export function sendRandomRequests({ quick }: PartOptions): Promise<Row[]> {
  const count = quick ? 1_000 : 10_000;
  return withSite({}, async (site) => {
    const server = await site.start();
    const form = await getFormConfig(site.port);
    const { body: sitemap } = await call({ port: site.port, path: "/sitemap.xml" });
    const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]*([^<]*)<\/loc>/g)].map(
      (match) => match[1] || "/",
    );
    const seed = Math.floor(Math.random() * 2 ** 31);
    const knownKeys = await seedRows(site);
    let cookie = await signIn(site);
    const mix = fc.oneof(
      randomRequest(site, form, paths),
      randomRouteRequest({ origin: site.origin, knownKeys }),
      randomRouteRequest({ origin: site.origin, knownKeys, cookie: SESSION }),
    );
    const requests = fc.sample(mix, { numRuns: count, seed });
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const outcomes: string[] = [];
    const failures: string[] = [];
    let next = 0;
    const lane = async () => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        const index = next - 1;
        if (index % SESSION_CHECK === 0 && !(await hasSession(site, cookie)))
          cookie = await signIn(site);
        if (request.headers.cookie === SESSION) request.headers.cookie = cookie;
        const { status, error } = await call({ port: site.port, agent, ...request }).catch(
          (cause: Error) => ({ status: 0, error: `not sent: ${cause.message}` }),
        );
        outcomes.push(status ? `${status}` : (error ?? "none"));
        // 503 means that an overloaded site asks to retry; the other statuses are counted below.
        if (status >= 500 && status !== 503)
          failures.push(`${status} #${index} ${request.method} ${request.path.slice(0, 120)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    agent.destroy();
    const health = await call({ port: site.port, path: "/healthz" });
    const alive = server.isAlive() && health.status === 200;
    for (const failure of failures.toSorted().slice(0, SHOWN_FAILURES))
      console.log(`         ${failure}`);
    return [
      {
        name: `${count} random methods, types, bodies and parameters over ${paths.length + SYSTEM.length} pages and all ${ROUTE_PATHS.length} routes, a third of them by a superadmin`,
        figure: `${failures.length} failures, process ${alive ? "alive" : "gone"}, seed ${seed}; answers ${formatCounts(outcomes)}`,
        met: failures.length === 0 && alive,
      },
    ];
  });
}
