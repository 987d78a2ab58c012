import type { RouteHandle } from "#app/document.ts";
import { createProblem, isApiCall } from "#app/lib/problem.ts";
import { getPagePath } from "./paths.ts";
import { isApiPath } from "./refusals.ts";
import { type BuiltRoute, type BuiltRoutes, getRouteFinder } from "./route-tree.ts";

/**
 * The methods of a route follow from the exports of its module; `handle.methods` overrides them.
 */
export function listMethods({
  loader,
  action,
  default: component,
  handle,
}: BuiltRoute["module"]): readonly string[] {
  const declared = (handle as RouteHandle | undefined)?.methods;
  return declared ?? [...(loader || component ? ["GET", "HEAD"] : []), ...(action ? ["POST"] : [])];
}

/**
 * Creates the check of methods, which runs before anything of a request is read.
 * @returns a function that returns the allowed methods, or `undefined` if the method is right
 */
export function createMethodCheck(
  routes: BuiltRoutes,
): (method: string, path: string) => readonly string[] | undefined {
  const findRoute = getRouteFinder(routes);
  return (method, path) => {
    const id = findRoute(getPagePath(path))?.id;
    const found = id === undefined ? undefined : routes[id];
    if (!found) return undefined;
    const allowed = listMethods(found.module);
    return allowed.includes(method) ? undefined : allowed;
  };
}

/** 405 with one sentence, as JSON where programs call. */
export function refuseMethod(path: string, allowed: readonly string[]): Response {
  const choices = [allowed.slice(0, -1).join(", "), ...allowed.slice(-1)].filter(Boolean);
  const error = `Send the request as ${choices.join(" or ")}.`;
  const headers = { Allow: allowed.join(", "), "Cache-Control": "no-store" };
  if (isApiCall(path)) return createProblem("method-not-allowed", { detail: error }, headers);
  // Browsers on other sites may read this response too: it contains nothing personal.
  if (isApiPath(path))
    return Response.json(
      { success: false, error },
      { status: 405, headers: { ...headers, "Access-Control-Allow-Origin": "*" } },
    );
  return new Response(error, {
    status: 405,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}
