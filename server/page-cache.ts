import type { IncomingMessage, ServerResponse } from "node:http";
import {
  buildPage,
  type CachedPage,
  getPageBytes,
  getPageSize,
  isContentPage,
  type PageRequest,
  sendPage,
} from "./cached-page.ts";

/** Stands for every address that no route has: their page is the same. */
const NO_ROUTE = Symbol("no route");
/** How long a page may still be served once it shows what was before a change. */
const STALE_MS = 1_000;

/** `expiresAt`: the page shows what was before a change, and is not served from then on. */
type Entry = { page: CachedPage; expiresAt?: number };
/** `isOutdated`: something that the page shows changed after the rendering had begun. */
type Rendering = { response: Promise<Response>; isOutdated: boolean };

export type PageCache = ReturnType<typeof createPageCache>;

type Options = {
  /**
   * Renders a canonical path as an anonymous visitor sees it: no cookies, no query, our own origin.
   */
  render: (path: string) => Promise<Response>;
  /** Whether no route but the last resort has this path. */
  isUnknown?: (path: string) => boolean;
};

/**
 * Anonymous public pages, rendered once and kept compressed in memory until something they show
 * changes. A page that was dropped is served until the new one is ready, and a second at most.
 */
export function createPageCache({ render, isUnknown = () => false }: Options) {
  const entries = new Map<string, Entry>();
  const renderings = new Map<string | typeof NO_ROUTE, Rendering>();
  const toRefresh = new Set<string>();
  /** The one page of all unknown addresses. */
  let notFound: { body: Buffer<ArrayBuffer>; status: number; headers: Headers } | undefined;
  let compressing: Promise<void> = Promise.resolve();
  let isRefreshing = false;

  /** What was rendered before a change must never be put back: `rendering` says whether it was. */
  async function fill(path: string, rendering: Rendering): Promise<Response> {
    const response = await render(path);
    const body = Buffer.from(await response.arrayBuffer());
    if (isContentPage(response)) {
      const { page, compressBest } = await buildPage(body, response.headers);
      if (!rendering.isOutdated) {
        const entry: Entry = { page };
        entries.set(path, entry);
        // One page after another: the best compression of all of them at once would take every core
        // from visitors.
        compressing = compressing.then(async () => {
          if (entries.get(path) === entry && isFresh(entry)) await compressBest();
        });
      }
    } else if (!rendering.isOutdated) {
      // A page that failed may stand again a moment later; one that is gone is gone.
      if (response.status < 500) entries.delete(path);
      if (response.status === 404 && isUnknown(path))
        notFound = { body, status: response.status, headers: response.headers };
    }
    return new Response(body, response);
  }

  /** Renders a page that is not in memory; visitors who ask at the same time share one rendering. */
  async function get(path: string): Promise<Response> {
    const isMissing = isUnknown(path);
    if (isMissing && notFound) return new Response(notFound.body, notFound);
    const key = isMissing ? NO_ROUTE : path;
    let rendering = renderings.get(key);
    if (!rendering) {
      const begun: Rendering = { response: Promise.resolve(new Response()), isOutdated: false };
      begun.response = fill(path, begun).finally(() => {
        if (renderings.get(key) === begun) renderings.delete(key);
      });
      rendering = begun;
      renderings.set(key, begun);
    }
    return (await rendering.response).clone();
  }

  /** One after another, so that visitors' requests come between. */
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
      // A second change does not prolong what was there before the first.
      if (!entry || !isFresh(entry)) continue;
      entry.expiresAt = expiresAt;
      dropped.set(path, entry);
    }
    setTimeout(() => {
      for (const [path, entry] of dropped) if (entries.get(path) === entry) entries.delete(path);
    }, STALE_MS).unref();
  }

  return {
    /** Answers from memory, before any framework. False: not here, go on. */
    serve(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      if (req.method !== "GET" && req.method !== "HEAD") return false;
      const page = find(path);
      if (page) sendPage(page, req, res);
      return page !== undefined;
    },
    /** The bytes of the whole answer to a GET on a connection that stays open. */
    answer(path: string, asked: PageRequest): Buffer | undefined {
      const page = find(path);
      return page && getPageBytes(page, asked);
    },
    get,
    /** Some text that these pages show has changed, or may have. */
    drop,
    /** Whether the page is in memory as it is now. */
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
