import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { actionContext } from "#app/app-context.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import { authorizeStaff } from "./authorize-staff.server.ts";
import type { StaffRole } from "./constants.ts";

const replyJson = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });

type FunctionArgs = { request: Request; context: Readonly<RouterContextProvider> };
type FunctionOptions<S extends z.ZodType> = {
  role: StaffRole;
  schema: S;
  run: (
    context: ReturnType<typeof actionContext>,
    /** `signal` is aborted when the client disconnects. */
    input: { body: z.infer<S>; signal: AbortSignal },
  ) => Promise<{ status: number; body: object }>;
};

/**
 * Handles a function that portal pages call: 401, 403 and 400 before `run`. A body that is not JSON
 * counts as an empty one.
 */
export async function handleFunctionCall<S extends z.ZodType>(
  { request, context }: FunctionArgs,
  { role, schema, run }: FunctionOptions<S>,
): Promise<Response> {
  const admitted = authorizeStaff(context, role);
  if ("refusal" in admitted) return admitted.refusal;
  const parsed = schema.safeParse((await readJson(request)) ?? {});
  if (!parsed.success)
    return replyJson(400, {
      success: false,
      error: parsed.error.issues[0]?.message ?? "The request cannot be read.",
    });
  const { status, body } = await run(actionContext(context, admitted.staff.userId), {
    body: parsed.data,
    signal: request.signal,
  });
  return replyJson(status, body);
}
