import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

export type BuiltRoutes = ServerBuild["routes"];
export type BuiltRoute = NonNullable<BuiltRoutes[string]>;

/** The routes of a build as React Router matches them. */
export function buildRouteTree(routes: BuiltRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    return [
      index
        ? { id, path, index, caseSensitive }
        : { id, path, caseSensitive, children: buildRouteTree(routes, id) },
    ];
  });
}

/** The path of a route with those of its parents. */
export function getFullPath(routes: BuiltRoutes, id: string): string {
  const { path, parentId } = routes[id] as BuiltRoute;
  const parentPath = parentId === undefined ? "" : getFullPath(routes, parentId);
  return path === undefined ? parentPath : `${parentPath}/${path}`;
}

/** @returns a function that returns whether only the catch-all route (`*`) matches a path */
export function createUnknownCheck(routes: BuiltRoutes): (path: string) => boolean {
  const tree = buildRouteTree(routes);
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.path === "*";
}
