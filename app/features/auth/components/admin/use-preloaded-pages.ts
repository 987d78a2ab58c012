import { useEffect } from "react";

/** An entry of the router's route manifest: a route's scripts and the files that they import. */
type RouteScripts = { id: string; module: string; clientActionModule?: string; imports?: string[] };
type RouterWindow = { __reactRouterManifest?: { routes: Record<string, RouteScripts> } };

/** Ids of portal routes; a module with several routes has explicit ids in routes.ts. */
const PORTAL_ROUTE = /^(?:routes\/backyard\/|(?:quiz|article)-editor)/;

/** The first page loads first, and a person who soon leaves loads no other page. */
const PRELOAD_AFTER_MS = 2_000;

/**
 * Preloads the scripts of portal pages. Where the router cannot fetch one, it reloads the document
 * or fails; without a connection the screen would be empty.
 */
export function usePreloadedPages(): void {
  useEffect(() => {
    const timer = setTimeout(preloadPages, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

function preloadPages(): void {
  const { routes = {} } = (window as RouterWindow).__reactRouterManifest ?? {};
  const scripts = Object.values(routes)
    .filter(({ id }) => PORTAL_ROUTE.test(id))
    .flatMap(({ module, clientActionModule, imports = [] }) => [
      module,
      clientActionModule,
      ...imports,
    ]);
  for (const href of new Set(scripts)) if (href) preload(href);
}

function preload(href: string): void {
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
  link.addEventListener("error", () => {
    link.remove();
    window.addEventListener("online", () => preload(href), { once: true });
  });
  document.head.append(link);
}
