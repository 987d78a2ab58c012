import type { IncomingMessage, ServerResponse } from "node:http";
import {
  buildPage,
  type CachedPage,
  getPageSize,
  getResponseBytes,
  isContentPage,
  type PageRequest,
  sendPage,
} from "./cached-page.ts";

/** The key of every path that no route has: they share one page. */
const NO_ROUTE = Symbol("no route");
/** How long a page may still be served after something it shows has changed. */
const STALE_MS = 1_000;

/** `expiresAt`: something that the page shows has changed; it is not served from then on. */
type Entry = { page: CachedPage; expiresAt?: number };
/** `isOutdated`: something that the page shows changed after the rendering had started. */
type Rendering = { response: Promise<Response>; isOutdated: boolean };

export type PageCache = ReturnType<typeof createPageCache>;

type Options = {
  /**
   * Renders a canonical path as an anonymous visitor sees it: no cookies, no query, our own origin.
   */
  render: (path: string) => Promise<Response>;
  /** Whether only the catch-all route has this path. */
  isUnknown?: (path: string) => boolean;
};

/**
 * Caches anonymous public pages, compressed, in memory until something they show changes. A dropped
 * page is still served until the new one is ready, for a second at most.
 */
export function createPageCache({ render, isUnknown = () => false }: Options) {
  const entries = new Map<string, Entry>();
  const renderings = new Map<string | typeof NO_ROUTE, Rendering>();
  const toRefresh = new Set<string>();
  /** The one page of all unknown paths. */
  let notFound: { body: Buffer<ArrayBuffer>; status: number; headers: Headers } | undefined;
  let compressing: Promise<void> = Promise.resolve();
  let isRefreshing = false;

  /** Renders a page and caches it, unless something that it shows changed meanwhile. */
  async function renderIntoCache(path: string, rendering: Rendering): Promise<Response> {
    const response = await render(path);
    const body = Buffer.from(await response.arrayBuffer());
    if (isContentPage(response)) {
      const { page, compressBest } = await buildPage(body, response.headers);
      if (!rendering.isOutdated) {
        const entry: Entry = { page };
        entries.set(path, entry);
        // One page after another: compressing all of them at once would leave visitors no core.
        compressing = compressing.then(async () => {
          if (entries.get(path) === entry && isFresh(entry)) await compressBest();
        });
      }
    } else if (!rendering.isOutdated) {
      // A page that failed may work a moment later; one that is gone stays gone.
      if (response.status < 500) entries.delete(path);
      if (response.status === 404 && isUnknown(path))
        notFound = { body, status: response.status, headers: response.headers };
    }
    return new Response(body, response);
  }

  /** Renders a page that is not in memory; concurrent visitors share one rendering. */
  async function get(path: string): Promise<Response> {
    const isMissing = isUnknown(path);
    if (isMissing && notFound) return new Response(notFound.body, notFound);
    const key = isMissing ? NO_ROUTE : path;
    let rendering = renderings.get(key);
    if (!rendering) {
      const started: Rendering = { response: Promise.resolve(new Response()), isOutdated: false };
      started.response = renderIntoCache(path, started).finally(() => {
        if (renderings.get(key) === started) renderings.delete(key);
      });
      rendering = started;
      renderings.set(key, started);
    }
    return (await rendering.response).clone();
  }

  /** Renders outdated pages again, one after another, so that requests of visitors come between. */
  async function refresh(path: string): Promise<void> {
    toRefresh.add(path);
    if (isRefreshing) return;
    isRefreshing = true;
    for (const next of toRefresh) {
      toRefresh.delete(next);
      const entry = entries.get(next);
      if (entry && !isFresh(entry)) await get(next).catch(() => undefined);
    }
    isRefreshing = false;
  }

  /** A page that may be served now. */
  function find(path: string): CachedPage | undefined {
    const entry = entries.get(path);
    if (!entry || isExpired(entry)) return undefined;
    if (!isFresh(entry)) void refresh(path);
    return entry.page;
  }

  function drop(paths: readonly string[] | "all"): void {
    if (paths === "all") notFound = undefined;
    for (const key of paths === "all" ? renderings.keys() : paths) {
      const rendering = renderings.get(key);
      if (rendering) rendering.isOutdated = true;
      renderings.delete(key);
    }
    const expiresAt = performance.now() + STALE_MS;
    const dropped = new Map<string, Entry>();
    for (const path of paths === "all" ? entries.keys() : paths) {
      const entry = entries.get(path);
      // A second change does not extend the time of a page that is already outdated.
      if (!entry || !isFresh(entry)) continue;
      entry.expiresAt = expiresAt;
      dropped.set(path, entry);
    }
    setTimeout(() => {
      for (const [path, entry] of dropped) if (entries.get(path) === entry) entries.delete(path);
    }, STALE_MS).unref();
  }

  return {
    /** Sends a page from memory. @returns false if it is not there: nothing was sent */
    serve(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      if (req.method !== "GET" && req.method !== "HEAD") return false;
      const page = find(path);
      if (page) sendPage(page, req, res);
      return page !== undefined;
    },
    /** The bytes of the complete response to a GET on a connection that stays open. */
    getResponse(path: string, request: PageRequest): Buffer | undefined {
      const page = find(path);
      return page && getResponseBytes(page, request);
    },
    get,
    /** Marks pages as outdated: something that they show has changed, or may have. */
    drop,
    /** Whether the current page is in memory. */
    has(path: string): boolean {
      const entry = entries.get(path);
      return entry !== undefined && isFresh(entry);
    },
    /** Memory of all pages, in bytes. */
    bytes: () => [...entries.values()].reduce((sum, { page }) => sum + getPageSize(page), 0),
  };
}

const isFresh = ({ expiresAt }: Entry) => expiresAt === undefined;
const isExpired = ({ expiresAt }: Entry) =>
  expiresAt !== undefined && performance.now() >= expiresAt;
