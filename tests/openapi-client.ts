import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The parts of an OpenAPI 3.1 document that a client is made from. */
type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type OperationObject = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, { schema: Schema }>; content?: Content }>;
};
export type PublishedDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
};

export type ApiInput = {
  path?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends what the document forbids, to see how it is refused. */
  isUnchecked?: boolean;
};
export type ApiResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what the document says, checked at run time
  body: any;
};
type Client = Record<string, (input?: ApiInput) => Promise<ApiResponse>>;

type ClientOptions = {
  key: string | null;
  /** Calls a path of the site. */
  send: (
    path: string,
    init: RequestInit & { headers: Record<string, string> },
  ) => Promise<Response>;
};

/**
 * Makes a client from a published OpenAPI document, and from nothing else: one function for each
 * operation. Every request and every response is checked against the schemas of the document.
 */
export function createApiClient(document: PublishedDocument, options: ClientOptions): Client {
  const validate = createValidator(document);
  const base = document.servers[0]?.url ?? "";
  return Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        async (input: ApiInput = {}) => {
          if (!input.isUnchecked) checkRequest(operation, input, validate);
          const hasBody = input.body !== undefined;
          const response = await options.send(base + fillPath(path, input), {
            method: method.toUpperCase(),
            headers: {
              ...(options.key !== null && { Authorization: `Bearer ${options.key}` }),
              ...(hasBody && { "Content-Type": "application/json" }),
              ...input.headers,
            },
            ...(hasBody && { body: JSON.stringify(input.body) }),
          });
          return checkResponse(operation, response, validate);
        },
      ]),
    ),
  );
}

type Validate = (schema: Schema, value: unknown, what: string) => void;

function createValidator({ components }: PublishedDocument): Validate {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addKeyword("components");
  // References such as "#/components/schemas/Request" are read in one root.
  ajv.addSchema({ $id: "https://document.example/", components }, undefined, undefined, false);
  const compiled = new WeakMap<Schema, ValidateFunction>();
  return (schema, value, what) => {
    const check = compiled.get(schema) ?? ajv.compile(resolveRoot(schema));
    compiled.set(schema, check);
    if (!check(value)) throw new Error(`${what}: ${ajv.errorsText(check.errors)}`);
  };
}

const resolveRoot = (schema: Schema): Schema =>
  typeof schema.$ref === "string" ? { $ref: `https://document.example/${schema.$ref}` } : schema;

function fillPath(path: string, { path: values = {}, query = {} }: ApiInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

function checkRequest(operation: OperationObject, input: ApiInput, validate: Validate): void {
  const given: Record<string, Record<string, unknown>> = {
    path: input.path ?? {},
    query: input.query ?? {},
    header: input.headers ?? {},
  };
  const { operationId, parameters = [], requestBody } = operation;
  for (const { name, in: place, required, schema } of parameters) {
    const value = given[place]?.[name];
    if (value !== undefined) validate(schema, value, `${operationId} ${name}`);
    else if (required) throw new Error(`${operationId} needs ${name}.`);
  }
  for (const place of ["path", "query", "header"])
    for (const name of Object.keys(given[place] ?? {}))
      if (!parameters.some((known) => known.in === place && known.name === name))
        throw new Error(`${operationId} has no parameter ${name}.`);
  const body = requestBody?.content["application/json"];
  if (body) validate(body.schema, input.body, `${operationId} body`);
  else if (input.body !== undefined) throw new Error(`${operationId} takes no body.`);
}

async function checkResponse(
  operation: OperationObject,
  response: Response,
  validate: Validate,
): Promise<ApiResponse> {
  const what = `${operation.operationId} ${response.status}`;
  const text = await response.text();
  const described = operation.responses[response.status];
  if (!described) throw new Error(`${what} is not in the document: ${text}`);
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const content = described.content?.[type];
  if (!content)
    throw new Error(`${what} has the content type ${type}, which is not in the document.`);
  const body: unknown = JSON.parse(text);
  validate(content.schema, body, what);
  for (const [name, { schema }] of Object.entries(described.headers ?? {})) {
    const value = response.headers.get(name);
    if (value !== null) validate(schema, value, `${what} ${name}`);
  }
  return { status: response.status, headers: response.headers, body };
}
