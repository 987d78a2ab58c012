import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BrowserContext } from "@playwright/test";

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
const BEST_BROTLI = 11;
const BEST_GZIP = 9;
/** A page without a new script for this long has loaded everything. */
const QUIET_MS = 700;
/** Requested when the browser is idle: after everything else, much later on a busy machine. */
const WORKER_PATH = "/sw.js";
const WORKER_DEADLINE_MS = 5_000;

export type Coding = "gzip" | "br";

/** Processes all items with limited concurrency; results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  limit: number,
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const processQueue = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, processQueue));
  return results;
}

/**
 * URLs of the scripts that pages of a context request, and its service worker: what the worker
 * fetches counts only if it is a script.
 */
export function collectScripts(context: BrowserContext): Set<string> {
  const urls = new Set<string>();
  context.on("request", (request) => {
    if (request.resourceType() === "script" || /\.m?js(?:\?|$)/.test(request.url()))
      urls.add(request.url());
  });
  return urls;
}

/** Waits until no more scripts are requested, and the worker's has been or its deadline is over. */
export async function waitUntilLoaded(urls: Set<string>): Promise<void> {
  const deadline = performance.now() + WORKER_DEADLINE_MS;
  const hasWorker = () => [...urls].some((url) => new URL(url).pathname === WORKER_PATH);
  for (let size = -1; size !== urls.size || (!hasWorker() && performance.now() < deadline); ) {
    size = urls.size;
    await wait(QUIET_MS);
  }
}

const textWeights = new Map<string, Promise<Record<Coding, number>>>();

/**
 * Size of a text with the best compression. Style sheets are repeated on every page, so results are
 * cached.
 */
export function weighText(text: string): Promise<Record<Coding, number>> {
  let weight = textWeights.get(text);
  if (!weight) {
    weight = compressBest(text);
    textWeights.set(text, weight);
  }
  return weight;
}

async function compressBest(text: string): Promise<Record<Coding, number>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BEST_BROTLI,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [gzipped, br] = await Promise.all([
    gzipAsync(text, { level: BEST_GZIP }),
    brotliAsync(text, { params }),
  ]);
  return { gzip: gzipped.length, br: br.length };
}

const transferSizes = new Map<string, Promise<number>>();

/**
 * Transferred bytes of the responses to a client that accepts the coding, whether or not it is
 * used.
 */
export async function countTransferBytes(urls: Set<string>, coding: Coding): Promise<number> {
  const sizes = await Promise.all(
    [...urls].map((url) => {
      const key = `${coding} ${url}`;
      const size = transferSizes.get(key) ?? countBodyBytes(url, coding);
      transferSizes.set(key, size);
      return size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `fetch` would count the decompressed bytes. */
function countBodyBytes(url: string, coding: Coding): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": coding } }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url} returned status ${response.statusCode}.`)),
      );
      response.once("error", reject);
    }).once("error", reject);
  });
}
