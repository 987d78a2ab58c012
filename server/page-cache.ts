import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsEncoding } from "#app/lib/accepted-encoding.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const brotli = (body: Buffer, quality: number) =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
const QUICK = 5;
const BEST = 11;

type Coding = "br" | "gzip" | "identity";
/** `headers` as the flat list of names and values that `writeHead` takes. */
type Variant = {
  body: Buffer;
  etag: string;
  headers: string[];
  notModified: string[];
  whole: Map<200 | 304, { date: string; bytes: Buffer }>;
};
type Page = Record<Coding, Variant>;
/** Stands for every address that no route has: their page is the same. */
const NO_ROUTE = Symbol("no route");

const CACHE_CONTROL = "public, max-age=0, must-revalidate";
/** Headers of the rendering that belong to one answer, not to the page. */
const DROPPED = new Set([
  "content-length",
  "cache-control",
  "x-page-kind",
  "set-cookie",
  "x-request-id",
]);

/** Which coding the client takes; `br;q=0` refuses it. */
function preferredCoding(header: string | undefined): Coding {
  return acceptsEncoding(header, "br")
    ? "br"
    : acceptsEncoding(header, "gzip")
      ? "gzip"
      : "identity";
}

function makeVariant(coding: Coding, body: Buffer, common: string[], etag: string): Variant {
  const shared = [
    ...common,
    "Cache-Control",
    CACHE_CONTROL,
    "Vary",
    "Accept-Encoding",
    "ETag",
    etag,
  ];
  const encoding = coding === "identity" ? [] : ["Content-Encoding", coding];
  return {
    body,
    etag,
    headers: [...shared, ...encoding, "Content-Length", String(body.length)],
    notModified: shared,
    whole: new Map(),
  };
}

type Asked = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined };

function choose(page: Page, asked: Asked): { variant: Variant; status: 200 | 304 } {
  const variant = page[preferredCoding(asked.acceptEncoding)];
  const seen = asked.ifNoneMatch;
  const known =
    seen !== undefined &&
    (seen === "*" || seen.split(",").some((tag) => tag.trim() === variant.etag));
  return { variant, status: known ? 304 : 200 };
}

/** The answer as it travels, kept for as long as its Date holds: a second. */
function wholeAnswer(variant: Variant, status: 200 | 304): Buffer {
  const date = httpDate();
  const kept = variant.whole.get(status);
  if (kept?.date === date) return kept.bytes;
  const list = status === 200 ? variant.headers : variant.notModified;
  const lines = list.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${list[index + 1]}`]));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines,
    `Date: ${date}`,
    "Connection: keep-alive",
    "",
    "",
  ].join("\r\n");
  const bytes =
    status === 200
      ? Buffer.concat([Buffer.from(head, "latin1"), variant.body])
      : Buffer.from(head, "latin1");
  variant.whole.set(status, { date, bytes });
  return bytes;
}

let clock = { second: 0, date: "" };
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== clock.second) clock = { second, date: new Date(second * 1000).toUTCString() };
  return clock.date;
}

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
 * changes.
 */
export function createPageCache({ render, isUnknown = () => false }: Options) {
  const pages = new Map<string, Page>();
  const pending = new Map<string | typeof NO_ROUTE, Promise<Response>>();
  /** The one page of all unknown addresses. */
  let notFound: { body: Buffer<ArrayBuffer>; status: number; headers: Headers } | undefined;
  let version = 0;
  let compressing: Promise<void> = Promise.resolve();

  async function fill(path: string): Promise<Response> {
    const startedAt = version;
    const response = await render(path);
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 200 && response.headers.get("X-Page-Kind") === "content") {
      // Weak and made of the uncompressed bytes: it stays when the better compression replaces the
      // quick one.
      const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      const common = [...response.headers].filter(([name]) => !DROPPED.has(name)).flat();
      const [quick, zipped] = await Promise.all([brotli(body, QUICK), gzipAsync(body)]);
      const page: Page = {
        br: makeVariant("br", quick, common, etag),
        gzip: makeVariant("gzip", zipped, common, etag),
        identity: makeVariant("identity", body, common, etag),
      };
      // What changed while this page was being rendered must not be put back.
      if (version === startedAt) {
        pages.set(path, page);
        // One page after another: the best compression of all of them at once would take every core
        // from visitors.
        compressing = compressing.then(async () => {
          if (version === startedAt)
            page.br = makeVariant("br", await brotli(body, BEST), common, etag);
        });
      }
    }
    if (response.status === 404 && version === startedAt && isUnknown(path))
      notFound = { body, status: response.status, headers: response.headers };
    return new Response(body, response);
  }

  return {
    /** Answers from memory, before any framework. False: not here, go on. */
    serve(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      if (req.method !== "GET" && req.method !== "HEAD") return false;
      const page = pages.get(path);
      if (!page) return false;
      const { variant, status } = choose(page, {
        acceptEncoding: req.headers["accept-encoding"] as string | undefined,
        ifNoneMatch: req.headers["if-none-match"],
      });
      res.writeHead(status, status === 200 ? variant.headers : variant.notModified);
      res.end(status === 200 && req.method === "GET" ? variant.body : undefined);
      return true;
    },
    /** The bytes of the whole answer to a GET on a connection that stays open. */
    answer(path: string, asked: Asked): Buffer | undefined {
      const page = pages.get(path);
      if (!page) return undefined;
      const { variant, status } = choose(page, asked);
      return wholeAnswer(variant, status);
    },
    /**
     * Renders a page that is not in memory; visitors who ask at the same time share one rendering.
     */
    async get(path: string): Promise<Response> {
      const isMissing = isUnknown(path);
      if (isMissing && notFound) return new Response(notFound.body, notFound);
      const key = isMissing ? NO_ROUTE : path;
      let rendering = pending.get(key);
      if (!rendering) {
        rendering = fill(path).finally(() => {
          if (pending.get(key) === rendering) pending.delete(key);
        });
        pending.set(key, rendering);
      }
      return (await rendering).clone();
    },
    /** Forgets everything: some text that pages show has changed, or may have. */
    drop(): void {
      version += 1;
      notFound = undefined;
      pages.clear();
      pending.clear();
    },
    bytes: () =>
      [...pages.values()].reduce(
        (sum, page) =>
          sum + page.br.body.length + page.gzip.body.length + page.identity.body.length,
        0,
      ),
  };
}
