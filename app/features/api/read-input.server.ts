import { parseJson } from "#app/lib/parse-json.ts";
import { readText } from "#app/lib/read-body.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { describeIssues } from "./describe-issues.ts";
import { fail, type Operation, type OperationResult } from "./operation.server.ts";

type Problem = Extract<OperationResult, { ok: false }>;

export type ReadInput = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  version: number;
  idempotencyHash: string | null;
  /** Identifies operation, row and body, for a write that is sent again. */
  fingerprint: string;
};

/** 1 to 200 visible characters. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const ETAG = /^"(\d{1,9})"$/;

const refuse = (errors: { at: string; detail: string }[]) =>
  fail("invalid-input", errors[0]?.detail ?? "The input is invalid.", { errors }) as Problem;

/** Reads the parts of a call with the schemas of its operation. */
export async function readInput(
  operation: Operation,
  { request, params }: { request: Request; params: Record<string, string | undefined> },
): Promise<ReadInput | Problem> {
  const checkedParams = operation.params.safeParse(params);
  // What cannot be an id is the id of no row.
  if (!checkedParams.success)
    return fail("not-found", "Nothing has this id. Check the address.") as Problem;
  const query = operation.query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuse(describeIssues(query.error.issues, "?"));
  const idempotencyKey = request.headers.get("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey))
    return refuse([
      { at: "Idempotency-Key", detail: "Idempotency-Key has 1 to 200 visible ASCII characters." },
    ]);
  const version = readVersion(operation, request.headers.get("if-match"));
  if (typeof version === "object") return version;
  const body = await readBody(operation, request);
  if ("problem" in body) return body;
  return {
    params: checkedParams.data,
    query: query.data,
    body: body.value,
    version,
    idempotencyHash: idempotencyKey === null ? null : hashToken(idempotencyKey),
    fingerprint: hashToken(JSON.stringify([operation.id, checkedParams.data, version, body.value])),
  };
}

function readVersion({ needsVersion }: Operation, ifMatch: string | null): number | Problem {
  if (!needsVersion) return 0;
  if (ifMatch === null)
    return fail(
      "version-required",
      "Send If-Match with the ETag of what you read, so that nobody's change is overwritten.",
    ) as Problem;
  const [, version] = ETAG.exec(ifMatch.trim()) ?? [];
  return version === undefined
    ? refuse([{ at: "If-Match", detail: 'If-Match is one ETag as we sent it, such as "3".' }])
    : Number(version);
}

async function readBody(
  { body }: Operation,
  request: Request,
): Promise<{ value: unknown } | Problem> {
  if (!body) return { value: undefined };
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? ""))
    return fail(
      "unsupported-type",
      "Send the body as JSON, with Content-Type: application/json.",
    ) as Problem;
  const value = parseJson(await readText(request));
  if (value === undefined) return fail("unreadable-body", "The body is not JSON.") as Problem;
  const parsed = body.safeParse(value);
  return parsed.success ? { value: parsed.data } : refuse(describeIssues(parsed.error.issues, "/"));
}
