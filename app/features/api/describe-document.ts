import type { OpenApiDocument } from "./openapi.server.ts";

/** What the page shows of the OpenAPI document; nothing else knows the operations there. */

type Json = Record<string, unknown>;
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Json;
};
type OperationObject = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security: [{ key: [string] }];
  "x-personal-scope"?: string;
  parameters: Parameter[];
  requestBody?: { content: { "application/json": { schema: Json; example?: unknown } } };
  responses: Record<string, { content: Record<string, { schema: Json }> }>;
};

export type Field = {
  name: string;
  type: string;
  /** The anchor of the object that it is or that it lists. */
  model: string | null;
  isOptional: boolean;
  description: string;
};
export type DescribedOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  scope: string;
  personalScope: string | null;
  parameters: Field[];
  /** Names of objects, which have anchors. */
  body: string | null;
  response: string;
  curl: string;
};
export type DescribedDocument = {
  version: string;
  groups: { name: string; operations: DescribedOperation[] }[];
  models: { name: string; fields: Field[] }[];
};

const refName = ({ $ref }: Json): string | null =>
  typeof $ref === "string" ? ($ref.split("/").at(-1) ?? null) : null;

/** @param options.site the origin in the examples */
export function describeDocument(
  document: OpenApiDocument,
  { site }: { site: string },
): DescribedDocument {
  const base = document.servers[0]?.url ?? "";
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => ({
      tag: operation.tags[0],
      ...describeOperation(operation, { method: method.toUpperCase(), path: base + path, site }),
    })),
  );
  return {
    version: document.info.version,
    groups: document.tags.map(({ name }) => ({
      name,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    models: Object.entries(document.components.schemas)
      .map(([name, schema]) => ({ name, fields: listFields(schema) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en-US")),
  };
}

type Place = { method: string; path: string; site: string };

function describeOperation(operation: OperationObject, place: Place): DescribedOperation {
  const content = operation.requestBody?.content["application/json"];
  const [success] = Object.entries(operation.responses).find(([status]) => status < "300") ?? [];
  const response = operation.responses[success ?? ""]?.content["application/json"]?.schema ?? {};
  return {
    id: operation.operationId,
    method: place.method,
    path: place.path,
    summary: operation.summary,
    description: operation.description,
    scope: operation.security[0].key[0],
    personalScope: operation["x-personal-scope"] ?? null,
    parameters: operation.parameters.map(({ name, in: where, required, description, schema }) => ({
      name,
      type: where === "query" ? describeType(schema) : where,
      model: null,
      isOptional: !required,
      description: [description, describeLimits(schema), describeDefault(schema)]
        .filter(Boolean)
        .join(" "),
    })),
    body: content ? refName(content.schema) : null,
    response: refName(response) ?? "",
    curl: buildCurl(operation, place),
  };
}

/** The bounds of a number or a text, in a sentence; empty where it has none. */
function describeLimits({ minimum, maximum, minLength, maxLength }: Json): string {
  // A whole number without bounds of its own has those of the type.
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER)
    return `From ${minimum} to ${maximum}.`;
  if (typeof maxLength === "number")
    return `${minLength ? `${minLength} to` : "At most"} ${maxLength} characters.`;
  return "";
}

const describeDefault = ({ default: value }: Json) =>
  value === undefined ? "" : `Default: ${String(value)}.`;

function buildCurl(operation: OperationObject, { method, path, site }: Place): string {
  const lines = [
    `curl "${site}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
    '-H "Authorization: Bearer $KEY"',
  ];
  if (method !== "GET") lines.push(`-X ${method}`);
  if (operation.parameters.some(({ name }) => name === "If-Match"))
    lines.push(`-H 'If-Match: "3"'`);
  const content = operation.requestBody?.content["application/json"];
  if (content)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(content.example ?? {}).replaceAll("'", "'\\''")}'`,
    );
  return lines.join(" \\\n  ");
}

function listFields(schema: Json): Field[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).flatMap(([name, property]) => [
    {
      name,
      type: describeType(property),
      model: findModel(property),
      isOptional: !required.includes(name),
      description: [property.description, describeLimits(property)].filter(Boolean).join(" "),
    },
    ...listFields(property).map((field) => ({ ...field, name: `${name}.${field.name}` })),
    ...listFields((property.items as Json | undefined) ?? {}).map((field) => ({
      ...field,
      name: `${name}[].${field.name}`,
    })),
  ]);
}

const findModel = (schema: Json): string | null =>
  refName(schema) ?? (schema.items ? refName(schema.items as Json) : null);

/** A type in words, such as "string or null" or "list of Request". */
function describeType(schema: Json): string {
  const name = refName(schema);
  if (name) return name;
  const choices = schema.anyOf as Json[] | undefined;
  if (choices) return choices.map(describeType).join(" or ");
  if (schema.type === "array") return `list of ${describeType(schema.items as Json)}`;
  const values = schema.enum as unknown[] | undefined;
  if (values) return values.map((value) => (value === null ? "null" : String(value))).join(", ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types
    .map((type) => (type === "string" && schema.format ? String(schema.format) : String(type)))
    .join(" or ");
}
