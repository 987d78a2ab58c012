import { matchRoutes, type ServerBuild } from "react-router";
import { routeTree } from "./methods.ts";

/** @returns a function that says whether only the route of last resort (`*`) has a path */
export function createUnknownCheck(routes: ServerBuild["routes"]): (path: string) => boolean {
  const tree = routeTree(routes, undefined);
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.path === "*";
}
