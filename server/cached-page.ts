import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import {
  BEST_QUALITY,
  type Coding,
  choosePreferredCoding,
  compressBrotli,
  compressGzip,
  QUICK_QUALITY,
} from "./compression.ts";

/** Header lists are flat, names and values in turn, as `writeHead` accepts them. */
type Variant = {
  body: Buffer;
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
  /** The latest complete response of each status. */
  responses: Map<200 | 304, { date: string; bytes: Buffer }>;
};
/** A page as it is sent: compressed, with its headers. */
export type CachedPage = Record<Coding, Variant>;

const CACHE_CONTROL = "public, max-age=0, must-revalidate";
/** Headers of a rendering that belong to one response, not to the page. */
const PER_RESPONSE_HEADERS = new Set([
  "content-length",
  "cache-control",
  "x-page-kind",
  "set-cookie",
  "x-request-id",
]);

function buildVariant(coding: Coding, body: Buffer, common: string[], etag: string): Variant {
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
    notModifiedHeaders: shared,
    responses: new Map(),
  };
}

export type PageRequest = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined };

function chooseVariant(
  page: CachedPage,
  { acceptEncoding, ifNoneMatch }: PageRequest,
): { variant: Variant; status: 200 | 304 } {
  const variant = page[choosePreferredCoding(acceptEncoding)];
  const isNotModified =
    ifNoneMatch !== undefined &&
    (ifNoneMatch === "*" || ifNoneMatch.split(",").some((tag) => tag.trim() === variant.etag));
  return { variant, status: isNotModified ? 304 : 200 };
}

/** The complete response, cached as long as its Date is valid: a second. */
function buildResponse(variant: Variant, status: 200 | 304): Buffer {
  const date = getHttpDate();
  const cached = variant.responses.get(status);
  if (cached?.date === date) return cached.bytes;
  const list = status === 200 ? variant.headers : variant.notModifiedHeaders;
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
  variant.responses.set(status, { date, bytes });
  return bytes;
}

let cachedDate = { second: 0, date: "" };
function getHttpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== cachedDate.second)
    cachedDate = { second, date: new Date(second * 1000).toUTCString() };
  return cachedDate.date;
}

/** Whether a response is a page that may be cached: the same for every visitor. */
export const isContentPage = (response: Response) =>
  response.status === 200 && response.headers.get("X-Page-Kind") === "content";

/** Compresses a page quickly; `compressBest` makes it smaller. */
export async function buildPage(
  body: Buffer<ArrayBuffer>,
  headers: Headers,
): Promise<{ page: CachedPage; compressBest: () => Promise<void> }> {
  // Weak, and computed from the uncompressed bytes: it stays when the better compression replaces
  // the quick one.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const common = [...headers].filter(([name]) => !PER_RESPONSE_HEADERS.has(name)).flat();
  const [quick, gzipped] = await Promise.all([
    compressBrotli(body, QUICK_QUALITY),
    compressGzip(body),
  ]);
  const page: CachedPage = {
    br: buildVariant("br", quick, common, etag),
    gzip: buildVariant("gzip", gzipped, common, etag),
    identity: buildVariant("identity", body, common, etag),
  };
  return {
    page,
    async compressBest() {
      page.br = buildVariant("br", await compressBrotli(body, BEST_QUALITY), common, etag);
    },
  };
}

/** Responds to a GET or HEAD with a page. */
export function sendPage(page: CachedPage, req: IncomingMessage, res: ServerResponse): void {
  const { variant, status } = chooseVariant(page, {
    acceptEncoding: req.headers["accept-encoding"] as string | undefined,
    ifNoneMatch: req.headers["if-none-match"],
  });
  res.writeHead(status, status === 200 ? variant.headers : variant.notModifiedHeaders);
  res.end(status === 200 && req.method === "GET" ? variant.body : undefined);
}

/** The bytes of the complete response to a GET on a connection that stays open. */
export function getResponseBytes(page: CachedPage, request: PageRequest): Buffer {
  const { variant, status } = chooseVariant(page, request);
  return buildResponse(variant, status);
}

/** Memory of a page, all codings. */
export const getPageSize = ({ br, gzip, identity }: CachedPage) =>
  br.body.length + gzip.body.length + identity.body.length;
