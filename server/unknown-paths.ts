import { matchRoutes, type ServerBuild } from "react-router";
import { buildRouteTree } from "./methods.ts";

/** @returns a function that returns whether only the last-resort route (`*`) matches a path */
export function createUnknownCheck(routes: ServerBuild["routes"]): (path: string) => boolean {
  const tree = buildRouteTree(routes, undefined);
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.path === "*";
}
