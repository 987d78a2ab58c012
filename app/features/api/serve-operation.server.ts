import type { RouterContextProvider } from "react-router";
import {
  type AppContext,
  actionContext,
  appContext,
  requestInfoContext,
} from "#app/app-context.ts";
import { formatKeyActor } from "#app/db/action-context.server.ts";
import { authenticateCall, type CallingKey } from "#app/features/api-keys/authenticate.server.ts";
import { recordCall } from "#app/features/api-keys/calls.server.ts";
import { beginWrite, endWrite } from "#app/features/api-keys/idempotency.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { createProblem, PROBLEMS } from "#app/lib/problem.ts";
import { listLimitHeaders, refuseKey } from "./key-responses.ts";
import {
  fail,
  hasScope,
  type Operation,
  type OperationContext,
  type OperationResult,
} from "./operation.server.ts";
import { type ReadInput, readInput } from "./read-input.server.ts";

type RouteArgs = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};

/** The loader or action of an operation: key, limit, scope, input, work, trail, response. */
export function serveOperation(operation: Operation): (args: RouteArgs) => Promise<Response> {
  return async (args) => {
    const { httpRequestId } = args.context.get(requestInfoContext);
    const { log } = args.context.get(appContext);
    try {
      return await serve(operation, args);
    } catch (error) {
      if (isDatabaseDown(error)) {
        log.warn({ requestId: httpRequestId, err: error }, "an API call found no database");
        return createProblem(
          "unavailable",
          {
            detail: "The database is not available. Try again in some seconds.",
            request_id: httpRequestId,
          },
          { "Retry-After": "5" },
        );
      }
      // A body that broke off: its reader threw a response.
      if (error instanceof Response)
        return createProblem("unreadable-body", {
          detail: "The body broke off before its end. Send it again.",
          request_id: httpRequestId,
        });
      log.error({ requestId: httpRequestId, err: error }, "an API call failed");
      return createProblem("internal", {
        detail: "Something went wrong on our side. Please try again.",
        request_id: httpRequestId,
      });
    }
  };
}

async function serve(operation: Operation, args: RouteArgs): Promise<Response> {
  const { context, request } = args;
  const app = context.get(appContext);
  const info = context.get(requestInfoContext);
  const { httpRequestId } = info;
  const now = app.now();
  const authentication = await authenticateCall(app.db, {
    authorization: request.headers.get("authorization"),
    address: info.caller.address,
    now,
  });
  const call = { operation: operation.id, targetId: null, isPersonal: false, httpRequestId, now };
  if (!authentication.ok) {
    if (authentication.reason === "wrong") info.securityEvent = "refused-api-key";
    if ("keyId" in authentication)
      await recordCall(app.db, { ...call, keyId: authentication.keyId, status: 401 });
    return refuseKey(authentication, httpRequestId);
  }
  const { key, limit } = authentication;
  const headers = listLimitHeaders(key, limit);
  if (!limit.isAllowed) {
    // Not the ones after it: a program that runs wild must not fill the list.
    if (limit.isFirstRefused) await recordCall(app.db, { ...call, keyId: key.id, status: 429 });
    return createProblem(
      "rate-limited",
      {
        detail: `This key may send ${key.limitPerMinute} calls a minute. Wait ${limit.resetSeconds} seconds.`,
        request_id: httpRequestId,
      },
      { ...headers, "Retry-After": String(limit.resetSeconds) },
    );
  }
  const { result, targetId, isReplayed } = await run(operation, args, { app, key });
  const isPersonal =
    result.ok &&
    operation.personalScope !== undefined &&
    key.scopes.includes(operation.personalScope);
  const status = result.ok ? operation.response.status : PROBLEMS[result.problem].status;
  await recordCall(app.db, { ...call, keyId: key.id, targetId, status, isPersonal });
  if (!result.ok) {
    const { ok: _, problem, ...details } = result;
    return createProblem(
      problem,
      { ...details, request_id: httpRequestId },
      {
        ...headers,
        ...(problem === "still-running" && { "Retry-After": "2" }),
      },
    );
  }
  return respond(operation, { result, isPersonal, status, headers, isReplayed });
}

type Ran = { result: OperationResult; targetId: string | null; isReplayed?: boolean };

/** Checks scope and input, and runs the operation. */
async function run(
  operation: Operation,
  args: RouteArgs,
  { app, key }: { app: AppContext; key: CallingKey },
): Promise<Ran> {
  if (!hasScope({ key }, operation.scope))
    return {
      targetId: null,
      result: fail("missing-scope", `This key lacks the scope ${operation.scope}.`, {
        scope: operation.scope,
      }),
    };
  const input = await readInput(operation, args);
  if ("problem" in input) return { result: input, targetId: null };
  const targetId = operation.getTarget?.(input.params) ?? null;
  const operationContext: OperationContext = {
    app,
    key,
    action: actionContext(args.context, formatKeyActor(key.id)),
    idempotencyHash: input.idempotencyHash,
  };
  return { targetId, ...(await runOnce(operation, operationContext, input)) };
}

/** Runs a write with an `Idempotency-Key` once, however often it is sent. */
async function runOnce(
  operation: Operation,
  context: OperationContext,
  input: ReadInput,
): Promise<Pick<Ran, "result" | "isReplayed">> {
  const { idempotencyHash, fingerprint } = input;
  const { db, now } = context.action;
  if (!operation.replay || idempotencyHash === null)
    return { result: await operation.run(context, input) };
  const write = { keyId: context.key.id, idempotencyHash, fingerprint };
  const reservation = await beginWrite(db, write, now);
  if (reservation === "other-request")
    return {
      result: fail(
        "invalid-input",
        "This Idempotency-Key came with another request before. Use a new one for each write.",
        { errors: [{ at: "Idempotency-Key", detail: "It belongs to another request." }] },
      ),
    };
  if (reservation === "running")
    return {
      result: fail("still-running", "The same write is still running. Try again in a moment."),
    };
  if (reservation === "done")
    return { result: await operation.replay(context, input), isReplayed: true };
  let isDone = false;
  try {
    const result = await operation.run(context, input);
    isDone = result.ok;
    return { result };
  } finally {
    await endWrite(db, write, { isDone, now });
  }
}

type Success = {
  result: Extract<OperationResult, { ok: true }>;
  isPersonal: boolean;
  status: number;
  headers: Record<string, string>;
  isReplayed: boolean | undefined;
};

/** The body passes through the schema of the document: what it does not list never leaves. */
function respond(
  { response }: Operation,
  { result, isPersonal, status, headers, isReplayed }: Success,
): Response {
  const schema = isPersonal ? response.schema : (response.withoutPersonal ?? response.schema);
  return Response.json(schema.parse(result.body), {
    status,
    headers: {
      "Cache-Control": "no-store",
      ...headers,
      ...(result.version !== undefined && { ETag: `"${result.version}"` }),
      ...(isReplayed && { "Idempotency-Replayed": "true" }),
    },
  });
}
