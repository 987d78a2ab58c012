import { expect, test } from "vitest";
import { acceptsEncoding } from "./accepted-encoding.ts";

test.each([
  ["br", true],
  ["gzip, deflate, br, zstd", true],
  ["GZIP;q=0.8 , BR;q=0.1", true],
  ["br;q=0", false],
  ["br; q=0.000 ,gzip", false],
  ["br;level=5;q=0", false],
  ["brotli, xbr", false],
  ["", false],
  [null, false],
])("%j accepts Brotli", (header, accepted) => expect(acceptsEncoding(header, "br")).toBe(accepted));
