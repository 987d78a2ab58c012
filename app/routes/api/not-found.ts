import { requestInfoContext } from "#app/app-context.ts";
import { createProblem } from "#app/lib/problem.ts";
import type { Route } from "./+types/not-found";

export const loader = ({ context }: Route.LoaderArgs) =>
  createProblem("not-found", {
    detail: "There is no operation at this address. /api lists them all.",
    request_id: context.get(requestInfoContext).httpRequestId,
  });

/** Whatever the method: an address without an operation has no methods. */
export const handle = { methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] };
export const action = ({ context }: Route.ActionArgs) =>
  createProblem("not-found", {
    detail: "There is no operation at this address. /api lists them all.",
    request_id: context.get(requestInfoContext).httpRequestId,
  });
