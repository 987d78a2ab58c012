import { requestInfoContext } from "#app/app-context.ts";
import { createProblem } from "#app/lib/problem.ts";
import type { Route } from "./+types/not-found";

/** Those that operations have, so that a wrong address is not reported as a wrong method. */
export const handle = { methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"] };

const refuse = ({ context }: Pick<Route.LoaderArgs, "context">) =>
  createProblem("not-found", {
    detail: "There is no operation at this address. /api lists them all.",
    request_id: context.get(requestInfoContext).httpRequestId,
  });

export const loader = refuse;
export const action = refuse;
