// The worker of docs/decisions/012-offline-pages.md, served at /sw.js. It caches a few public pages
// for offline use. The network always comes first, so that an old worker never shows an old site to
// somebody who is online.
import { BYPASSED_SEGMENTS, classifyRequest, type OfflineConfig } from "./offline-rules.ts";

/** Prepended to this text when it is served. */
declare const offlineConfig: OfflineConfig;

// The worker types that the DOM library lacks.
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type Route = {
  condition: { urlPattern?: { pathname: string }; requestMode: "navigate"; requestMethod: "GET" };
  source: "network" | "race-network-and-fetch-handler";
};
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: Route[]) => Promise<void> };
type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
};
type WorkerScope = {
  addEventListener: ((type: "install", listener: (event: InstallEvent) => void) => void) &
    ((type: "activate", listener: (event: ExtendableEvent) => void) => void) &
    ((type: "fetch", listener: (event: FetchEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
};

/** A server that does not respond within this time counts as no network. */
const RESPONSE_TIMEOUT_MS = 8_000;
const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;

const worker = self as unknown as WorkerScope;
const { version, off, pages, fallback } = offlineConfig;
const assets = new Set(offlineConfig.assets);
const cacheName = `kept-${version}`;

if (off) removeEverything();
else registerListeners();

function registerListeners() {
  worker.addEventListener("install", (event) => {
    event.waitUntil(Promise.all([worker.skipWaiting(), cacheAll(), addRoutes(event)]));
  });
  worker.addEventListener("activate", (event) => {
    event.waitUntil(deleteCaches(cacheName).then(() => worker.clients.claim()));
  });
  worker.addEventListener("fetch", (event) => {
    const kind = classifyRequest(event.request, location.origin, assets);
    if (kind === "page") event.respondWith(fetchPage(event));
    if (kind === "asset") event.respondWith(fetchAsset(event.request));
  });
}

/** Without a fetch listener pages go straight to the network while the worker removes itself. */
function removeEverything() {
  worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("activate", (event) =>
    event.waitUntil(deleteCaches().then(() => worker.registration.unregister())),
  );
}

async function deleteCaches(except?: string) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== except).map((name) => caches.delete(name)));
}

/**
 * In browsers that support declared routes no page waits for the worker to start: it is bypassed,
 * or races with the network.
 */
async function addRoutes(event: InstallEvent) {
  const navigation = { requestMode: "navigate", requestMethod: "GET" } as const;
  const bypassRoutes = BYPASSED_SEGMENTS.flatMap((name) => [`/${name}`, `/${name}/*`]).map(
    (pathname): Route => ({
      condition: { ...navigation, urlPattern: { pathname } },
      source: "network",
    }),
  );
  // Without routes pages are only slower.
  await event
    .addRoutes?.([
      ...bypassRoutes,
      { condition: navigation, source: "race-network-and-fetch-handler" },
    ])
    .catch(() => {});
}

/**
 * Caches all pages, or none: then the browser tries again later. An asset may be missing.
 */
async function cacheAll() {
  const responses = await Promise.all(
    pages.map(async (path) => [path, await fetchAnonymously(path, "no-cache")] as const),
  );
  const cache = await caches.open(cacheName);
  await Promise.all(responses.map(([path, response]) => cache.put(path, response)));
  await Promise.all([...assets].map((path) => cacheAsset(cache, path).catch(() => {})));
}

async function cacheAsset(cache: Cache, path: string) {
  await cache.put(path, await fetchAnonymously(path, "default"));
}

/** Without cookies: the cache holds what an anonymous visitor sees. */
async function fetchAnonymously(path: string, mode: RequestCache): Promise<Response> {
  const response = await fetch(path, { credentials: "omit", cache: mode, redirect: "error" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Does not open the cache, because that would create one that a newer worker has deleted. */
const findCached = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName, ignoreVary: true });

async function fetchPage(event: FetchEvent): Promise<Response> {
  const pending = fetch(event.request);
  try {
    const response = await withTimeout(pending);
    event.waitUntil(refreshDaily());
    return response;
  } catch {
    const { pathname } = new URL(event.request.url);
    const cached = pages.includes(pathname) ? await findCached(pathname) : undefined;
    return cached ?? (await findCached(fallback)) ?? pending;
  }
}

async function fetchAsset(request: Request): Promise<Response> {
  const pending = fetch(request);
  try {
    return await withTimeout(pending);
  } catch {
    return (await findCached(new URL(request.url).pathname)) ?? pending;
  }
}

function withTimeout(pending: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the server did not respond in time")),
      RESPONSE_TIMEOUT_MS,
    );
    pending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

let refreshing: Promise<void> | undefined;

/**
 * Refreshes copies that are older than a day. Runs once in the life of a worker, which browsers end
 * after some idle seconds. A copy that cannot be replaced stays.
 */
function refreshDaily(): Promise<void> {
  refreshing ??= refresh().catch(() => {});
  return refreshing;
}

async function refresh() {
  const cached = await findCached(fallback);
  // The absolute difference, because the clock of the device may be wrong.
  const age = Math.abs(Date.now() - Date.parse(cached?.headers.get("Date") ?? ""));
  if (age < REFRESH_AFTER_MS) return;
  await cacheAll();
}
