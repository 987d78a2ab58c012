/** A request for one page and nothing else: no body, and a connection that stays open. */
export type PlainGet = {
  path: string;
  host: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

const MAX_LENGTH = 8_192;
const REQUEST_LINE_END = " HTTP/1.1";
/** Header lines as RFC 9112 defines them, including the empty line that ends the request. */
const HEADER_BLOCK = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;
/** Headers that change the meaning of a request. */
const UNSUPPORTED_HEADERS = new Set([
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  "trailer",
]);

/**
 * Parses the bytes of one complete GET request. `undefined` wherever there is any doubt (a part of
 * a request, two of them, a repeated header, another version): those need a real HTTP parser.
 */
export function readPlainGet(chunk: Buffer): PlainGet | undefined {
  if (chunk.length > MAX_LENGTH) return undefined;
  const text = chunk.toString("latin1");
  const lineEnd = text.indexOf("\r\n");
  if (
    !text.startsWith("GET /") ||
    !text.startsWith(REQUEST_LINE_END, lineEnd - REQUEST_LINE_END.length)
  )
    return undefined;
  const block = text.slice(lineEnd + 2);
  if (!HEADER_BLOCK.test(block)) return undefined;
  const found = new Map<string, string>();
  for (let start = 0; start < block.length - 2; ) {
    const colon = block.indexOf(":", start);
    const end = block.indexOf("\r\n", colon);
    const name = block.slice(start, colon).toLowerCase();
    if (UNSUPPORTED_HEADERS.has(name) || found.has(name)) return undefined;
    found.set(name, block.slice(colon + 1, end).trim());
    start = end + 2;
  }
  const host = found.get("host");
  if (!host || (found.get("connection") ?? "keep-alive").toLowerCase() !== "keep-alive")
    return undefined;
  return {
    path: text.slice(4, lineEnd - REQUEST_LINE_END.length),
    host,
    acceptEncoding: found.get("accept-encoding"),
    ifNoneMatch: found.get("if-none-match"),
  };
}
