import { useEffect } from "react";

/** What the router's list of routes says of one: its scripts, and the files that they import. */
type RouteScripts = { id: string; module: string; clientActionModule?: string; imports?: string[] };
type RouterWindow = { __reactRouterManifest?: { routes: Record<string, RouteScripts> } };

/** Routes of the portal; those whose module has several routes are named by hand in routes.ts. */
const PORTAL_ROUTE = /^(?:routes\/backyard\/|(?:quiz|article)-editor)/;

/**
 * Has the browser fetch the scripts of the portal's pages ahead of time. Where the router cannot
 * fetch one, it reloads the document or ends with an error; without a connection nothing would be
 * left on the screen.
 */
export function usePreloadedPages(): void {
  useEffect(() => {
    const { routes = {} } = (window as RouterWindow).__reactRouterManifest ?? {};
    const scripts = Object.values(routes)
      .filter(({ id }) => PORTAL_ROUTE.test(id))
      .flatMap(({ module, clientActionModule, imports = [] }) => [
        module,
        clientActionModule,
        ...imports,
      ]);
    for (const href of new Set(scripts)) if (href) preload(href);
  }, []);
}

function preload(href: string): void {
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
  link.addEventListener("error", () => {
    link.remove();
    window.addEventListener("online", () => preload(href), { once: true });
  });
  document.head.append(link);
}
