import type { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { CallingKey } from "#app/features/api-keys/authenticate.server.ts";
import type { Scope } from "#app/features/api-keys/constants.ts";
import type { ProblemCode, ProblemDetails } from "#app/lib/problem.ts";

/** What an operation gets beside its input. */
export type OperationContext = {
  app: AppContext;
  key: CallingKey;
  /** Of a write: the actor is the key. */
  action: Omit<AppContext, "now"> & ActionContext & { httpRequestId: string };
  /** The hash of the `Idempotency-Key`, for a write that has one. */
  idempotencyHash: string | null;
};

export type OperationResult =
  /** `version`: the row's, for the ETag. */
  | { ok: true; body: unknown; version?: number }
  | ({ ok: false; problem: ProblemCode } & Omit<ProblemDetails, "request_id">);

export const fail = (
  problem: ProblemCode,
  detail: string,
  more: Pick<ProblemDetails, "scope" | "errors"> = {},
): OperationResult => ({ ok: false, problem, detail, ...more });

export const hasScope = ({ key }: Pick<OperationContext, "key">, scope: Scope): boolean =>
  key.scopes.includes(scope);

/** The version that `If-Match` named; operations with `needsVersion` always have one. */
type Input<P, Q, B> = { params: P; query: Q; body: B; version: number };

type OperationOptions<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> = {
  /** The `operationId`; the audit call log names it. */
  id: string;
  method: "get" | "patch" | "post";
  /** Below /api/v1, with parameters in braces. */
  path: string;
  tag: "Requests" | "Providers" | "Quizzes";
  summary: string;
  description: string;
  scope: Scope;
  /** Adds personal data to the response. */
  personalScope?: Scope;
  params: P;
  query: Q;
  body?: B;
  /** A change is based on a version, which `If-Match` names. */
  needsVersion?: boolean;
  response: {
    status: 200 | 201;
    description: string;
    /** What leaves with all scopes; the document has this one. */
    schema: z.ZodObject;
    /** What leaves without `personalScope`. */
    withoutPersonal?: z.ZodObject;
    hasEtag?: boolean;
  };
  /** Beyond those that every operation may return. */
  problems: readonly ProblemCode[];
  /** The id in the call log. */
  getTarget?: (params: z.output<P>) => string;
  run: (
    context: OperationContext,
    input: Input<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<OperationResult>;
  /** The response to a write that has run before, read as it is now. */
  replay?: (
    context: OperationContext,
    input: { params: z.output<P>; body: z.output<B> },
  ) => Promise<OperationResult>;
  /** For the page: a body that works. */
  example?: z.input<B>;
};

/** An operation of the API: route, document, page and call log are made from it. */
export type Operation = OperationOptions<z.ZodObject, z.ZodObject, z.ZodType>;

/** Declares an operation, with its input typed by its schemas. */
export const defineOperation = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType = z.ZodUndefined,
>(
  operation: OperationOptions<P, Q, B>,
): Operation => operation as unknown as Operation;
