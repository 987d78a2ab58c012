import { createHash } from "node:crypto";
import { z } from "zod";
import { SCOPE_LABELS, SCOPES } from "#app/features/api-keys/constants.ts";
import { readOnce } from "#app/lib/content.server.ts";
import { API_BASE, API_PAGE, PROBLEM_TYPE, PROBLEMS, type ProblemCode } from "#app/lib/problem.ts";
import type { Operation } from "./operation.server.ts";
import { OPERATIONS } from "./operations.server.ts";
import { named, schemaNames } from "./schema.ts";

/** The version of the contract: the first number changes with the path. */
const API_VERSION = "1.0.0";
const REF = "#/components/schemas/";

type Json = Record<string, unknown>;

const problemSchema = named(
  "Problem",
  z.object({
    type: z.string().describe(`An anchor of ${API_PAGE} that explains it.`),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("One sentence: what happened and what to do."),
    request_id: z.string().optional().describe("Names the call in our logs."),
    scope: z.enum(SCOPES).optional().describe("The scope that the key would need."),
    errors: z
      .array(
        z.object({
          at: z
            .string()
            .describe("A JSON pointer into the body, ?name of a query parameter, or a header."),
          detail: z.string(),
        }),
      )
      .optional(),
  }),
);

/** Every operation may end with these; those with a body with three more. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "missing-key",
  "invalid-key",
  "inactive-key",
  "missing-scope",
  "invalid-input",
  "rate-limited",
  "internal",
  "unavailable",
];
const BODY_PROBLEMS: readonly ProblemCode[] = ["unreadable-body", "too-large", "unsupported-type"];

/** All problems that an operation may end with. */
export const listProblems = ({ problems, body, needsVersion }: Operation): ProblemCode[] => [
  ...new Set([
    ...COMMON_PROBLEMS,
    ...(body ? BODY_PROBLEMS : []),
    ...(needsVersion ? (["version-required"] as const) : []),
    ...problems,
  ]),
];

/** The formats say what the patterns of times and ids say, shorter. */
const shorten = ({ jsonSchema }: { jsonSchema: Json }) => {
  if (jsonSchema.format === "date-time" || jsonSchema.format === "uuid") delete jsonSchema.pattern;
};

const withoutMeta = ({ $schema: _, $id: __, ...schema }: Json): Json => schema;

/** The components of one direction: what a client sends, or what it gets. */
function buildSchemas(io: "input" | "output"): Record<string, Json> {
  const { schemas } = z.toJSONSchema(schemaNames, {
    io,
    uri: (id) => REF + id,
    override: shorten as never,
  }) as unknown as { schemas: Record<string, Json> };
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutMeta(schema)]),
  );
}

const refOf = (schema: z.ZodType): Json => {
  const name = schemaNames.get(schema)?.id;
  if (!name) throw new Error("A schema of an operation has no name.");
  return { $ref: REF + name };
};

/** The parameters of one place, from the schema that parses them. */
function buildParameters(schema: z.ZodObject, place: "path" | "query"): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "input",
    override: shorten as never,
  }) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: rest,
  }));
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A text that names this write, such as a UUID. Sent again with the same text within a day, it does not run twice; the response is then what there is now, with Idempotency-Replayed: true.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
};
const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag of what the change is based on.",
  schema: { type: "string", pattern: '^"\\d{1,9}"$' },
};

const text = (description: string, more: Json = {}) => ({
  description,
  schema: { type: "string", ...more },
});
const LIMIT_HEADERS = {
  "RateLimit-Policy": text("The limit: q calls in w seconds."),
  RateLimit: text("What is left of it: r calls, for t seconds."),
};

function buildResponses(operation: Operation): Json {
  const { response, replay } = operation;
  const byStatus = Map.groupBy(listProblems(operation), (code) => PROBLEMS[code].status);
  return {
    [response.status]: {
      description: response.description,
      headers: {
        ...LIMIT_HEADERS,
        ...(response.hasEtag && { ETag: text("The version, for If-Match.") }),
        ...(replay && {
          "Idempotency-Replayed": text("true where the write had run before.", { const: "true" }),
        }),
      },
      content: { "application/json": { schema: refOf(response.schema) } },
    },
    ...Object.fromEntries(
      [...byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, codes]) => [
          status,
          {
            description: codes
              .map((code) => `${PROBLEMS[code].title}: ${PROBLEMS[code].advice}`)
              .join(" "),
            headers: {
              ...(status === 401 && { "WWW-Authenticate": text("Bearer.") }),
              ...((status === 429 || status === 503) && {
                "Retry-After": text("Seconds to wait.", { pattern: "^\\d+$" }),
              }),
            },
            content: { [PROBLEM_TYPE]: { schema: refOf(problemSchema) } },
          },
        ]),
    ),
  };
}

const buildOperation = (operation: Operation): Json => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: operation.description,
  security: [{ key: [operation.scope] }],
  ...(operation.personalScope && { "x-personal-scope": operation.personalScope }),
  parameters: [
    ...buildParameters(operation.params, "path"),
    ...buildParameters(operation.query, "query"),
    ...(operation.needsVersion ? [IF_MATCH] : []),
    ...(operation.replay ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(operation.body && {
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: refOf(operation.body),
          ...(operation.example !== undefined && { example: operation.example }),
        },
      },
    },
  }),
  responses: buildResponses(operation),
});

function buildPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: buildOperation(operation),
    };
  return paths;
}

/** Bodies of requests are described as they are sent, everything else as it is received. */
function buildComponents(): Record<string, Json> {
  const sent = buildSchemas("input");
  const bodies = OPERATIONS.flatMap(({ body }) => (body ? [schemaNames.get(body)?.id ?? ""] : []));
  return {
    ...buildSchemas("output"),
    ...Object.fromEntries(bodies.map((id) => [id, sent[id] ?? {}])),
  };
}

function buildDocument() {
  return {
    openapi: "3.1.1",
    info: {
      title: "API",
      version: API_VERSION,
      description: `For programs on servers. ${API_PAGE} of the same site explains keys, limits, errors and pages of lists.`,
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: API_BASE }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: buildPaths(),
    components: {
      schemas: buildComponents(),
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: `A key of a superadmin. Scopes: ${SCOPES.map((scope) => `${scope} (${SCOPE_LABELS[scope]})`).join("; ")}.`,
        },
      },
    },
  };
}
export type OpenApiDocument = ReturnType<typeof buildDocument>;

/** The OpenAPI 3.1 document, made from the schemas that parse and serialize. */
export const getOpenApiDocument = readOnce(buildDocument);

/** The document as it is served; `etag` is its hash. */
export const getOpenApiJson = readOnce(() => {
  const body = JSON.stringify(getOpenApiDocument(), null, 1);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, etag: `"${hash}"` };
});
