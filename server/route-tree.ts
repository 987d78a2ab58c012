import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

export type BuiltRoutes = ServerBuild["routes"];
export type BuiltRoute = NonNullable<BuiltRoutes[string]>;

/** The routes of a build as React Router matches them, each with its whole pattern. */
export function buildRouteTree(
  routes: BuiltRoutes,
  parentId?: string,
  parentPattern = "",
): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const pattern = path ? `${parentPattern}/${path}` : parentPattern;
    const known = { id, path, caseSensitive, handle: { pattern } };
    return [
      index ? { ...known, index } : { ...known, children: buildRouteTree(routes, id, pattern) },
    ];
  });
}

/** The pattern of a route with those above it, such as /backyard/service-requests/:id. */
export const getPattern = (route: Readonly<RouteObject> | undefined): string =>
  (route?.handle as { pattern: string } | undefined)?.pattern || "/";

/** Paths whose routes are remembered. With more of them, such as keys in links, all are forgotten. */
const MAX_PATHS = 2_000;
const MAX_LENGTH = 200;

type RouteFinder = (path: string) => Readonly<RouteObject> | undefined;
const finders = new WeakMap<BuiltRoutes, RouteFinder>();

/**
 * Finds the innermost route of a path. Each search compiles the patterns of all routes, a
 * millisecond for the site's own, so that results are kept, once for all who ask about the same routes.
 */
export function getRouteFinder(routes: BuiltRoutes): RouteFinder {
  const finder = finders.get(routes) ?? createRouteFinder(buildRouteTree(routes));
  finders.set(routes, finder);
  return finder;
}

function createRouteFinder(tree: RouteObject[]): RouteFinder {
  const found = new Map<string, RouteObject | undefined>();
  return (path) => {
    if (found.has(path)) return found.get(path);
    const route = matchRoutes(tree, path)?.at(-1)?.route;
    if (found.size >= MAX_PATHS) found.clear();
    if (path.length <= MAX_LENGTH) found.set(path, route);
    return route;
  };
}

/** @returns a function that returns whether only the catch-all route (`*`) matches a path */
export function createUnknownCheck(routes: BuiltRoutes): (path: string) => boolean {
  const findRoute = getRouteFinder(routes);
  return (path) => findRoute(path)?.path === "*";
}
