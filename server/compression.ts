import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsEncoding } from "#app/lib/accepted-encoding.ts";

export type Coding = "br" | "gzip" | "identity";

/** For a page that is compressed while somebody waits for it. */
export const QUICK_QUALITY = 5;
/** For a page that is compressed once and sent many times. */
export const BEST_QUALITY = 11;

const brotliAsync = promisify(brotliCompress);
export const compressGzip = promisify(gzip);
export const compressBrotli = (body: Buffer, quality: number) =>
  brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

/** The content coding that the client accepts; `br;q=0` refuses it. */
export function choosePreferredCoding(header: string | undefined): Coding {
  return acceptsEncoding(header, "br")
    ? "br"
    : acceptsEncoding(header, "gzip")
      ? "gzip"
      : "identity";
}
