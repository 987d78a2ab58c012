import { useEffect } from "react";

/** What the router's list of routes says of one: its script, and the files that it imports. */
type RouteScripts = { id: string; module: string; imports?: string[] };
type RouterWindow = { __reactRouterManifest?: { routes: Record<string, RouteScripts> } };

const PAGES = "routes/backyard/";

/**
 * Has the browser fetch the scripts of the portal's pages ahead of time. The router reloads the document where one cannot be
 * fetched, which without a connection would leave nothing on the screen.
 */
export function usePreloadedPages(): void {
  useEffect(() => {
    const { routes = {} } = (window as RouterWindow).__reactRouterManifest ?? {};
    const scripts = Object.values(routes)
      .filter(({ id, module }) => (id.startsWith(PAGES) || id.includes("editor")) && module)
      .flatMap(({ module, imports = [] }) => [module, ...imports]);
    for (const href of new Set(scripts)) {
      if (!document.head.querySelector(`link[rel=modulepreload][href="${CSS.escape(href)}"]`)) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }, []);
}
