import type { IncomingMessage, ServerResponse } from "node:http";
import type { AffectedPages } from "./affected-pages.ts";
import {
  buildPage,
  getResponseBytes,
  isContentPage,
  type PageRequest,
  sendPage,
} from "./cached-page.ts";
import { createPageRenderings, type Rendering } from "./page-renderings.ts";
import { createPageStore } from "./page-store.ts";

/** Stands for every path that no route has: they share one page. */
const NO_ROUTE = Symbol("no route");

export type PageCache = ReturnType<typeof createPageCache>;

type Options = {
  /**
   * Renders a canonical path as an anonymous visitor sees it: no cookies, no query, our own origin.
   */
  render: (path: string) => Promise<Response>;
  /** Whether only the catch-all route has this path. */
  isUnknown?: (path: string) => boolean;
  /** Grows whenever a rendering used what may be outdated. */
  countStaleReads?: () => number;
};

/**
 * Caches anonymous public pages, compressed, in memory until something they show changes. A dropped
 * page is still served until the new one is ready, for a second at most.
 */
export function createPageCache({
  render,
  isUnknown = () => false,
  countStaleReads = () => 0,
}: Options) {
  const store = createPageStore();
  const renderings = createPageRenderings(renderIntoStore);
  /** The one page of all unknown paths. */
  let notFound: { body: Buffer<ArrayBuffer>; status: number; headers: Headers } | undefined;
  let compressing: Promise<void> = Promise.resolve();

  /** Renders a page and stores it, unless something that it shows changed meanwhile. */
  async function renderIntoStore(path: string, rendering: Rendering): Promise<Response> {
    const staleReads = countStaleReads();
    const response = await render(path);
    const body = Buffer.from(await response.arrayBuffer());
    const isStale = countStaleReads() !== staleReads;
    if (isContentPage(response)) {
      const { page, compressBest } = await buildPage(body, response.headers);
      if (!rendering.isOutdated) {
        store.set(path, page);
        // Nobody says when the database is back.
        if (isStale) store.expire(path, page);
        if (isStale) return new Response(body, response);
        // One page after another: compressing all of them at once would leave visitors no core.
        compressing = compressing.then(async () => {
          if (store.isCurrent(path, page)) await compressBest();
        });
      }
    } else if (!rendering.isOutdated && !isStale) {
      // A page that failed may work a moment later; one that is gone stays gone.
      if (response.status < 500) store.delete(path);
      if (response.status === 404 && isUnknown(path))
        notFound = { body, status: response.status, headers: response.headers };
    }
    return new Response(body, response);
  }

  /** Renders a page that is not in memory. */
  async function get(path: string): Promise<Response> {
    const isMissing = isUnknown(path);
    if (isMissing && notFound) return new Response(notFound.body, notFound);
    return renderings.get(path, isMissing ? NO_ROUTE : path);
  }

  const refresh = createRefresher(async (path) => {
    if (store.isOutdated(path)) await get(path).catch(() => undefined);
  });

  function find(path: string) {
    const found = store.find(path);
    if (found?.isOutdated) refresh(path);
    return found?.page;
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
    drop(paths: AffectedPages): void {
      if (paths === "all") notFound = undefined;
      renderings.markOutdated(paths);
      store.markOutdated(paths);
    },
    /** Whether the current page is in memory. */
    has: (path: string) => store.isCurrent(path),
    bytes: store.bytes,
  };
}

/** Renders outdated pages one after another, so that requests of visitors come between. */
function createRefresher(render: (path: string) => Promise<void>) {
  const waiting = new Set<string>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    for (const path of waiting) {
      waiting.delete(path);
      await render(path);
    }
    isRunning = false;
  };
  return (path: string): void => {
    waiting.add(path);
    if (!isRunning) void run();
  };
}
