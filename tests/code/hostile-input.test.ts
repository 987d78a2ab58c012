import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { parseZips } from "#app/features/providers/profile/parse-zips.ts";
import { trimEndWhere } from "#app/lib/text.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import { findBodyLimit } from "#server/body-limits.ts";
import { getClientAddress } from "#server/client-address.ts";
import { getCanonicalPath, getPagePath, isCacheable, readsQuery } from "#server/paths.ts";
import { readPlainGet } from "#server/plain-get.ts";

/** As long as the HTTP server takes headers, or longer. */
const LENGTH = 16_000;
/** A whole request is read without the HTTP server up to this length. */
const REQUEST_LENGTH = 8_000;
/**
 * Linear reading takes a fraction of this; what takes longer is compared with a quarter of the
 * text.
 */
const SURELY_FAST_MS = 20;
/** On every machine. */
const TOO_LONG_MS = 2_000;
/**
 * A quarter of the text takes linear reading a quarter of the time, quadratic reading a sixteenth.
 */
const STEEP = 8;
const PARTS = [
  " ",
  ",",
  "%",
  "%25",
  "/",
  "//",
  ".",
  ".a",
  "-",
  "::ffff:1",
  "1.",
  "a: b\r\n",
  "&a",
  "?preview",
  "/_.data",
  "\n",
  "\r\n",
];
const proxies = new BlockList();
proxies.addSubnet("0.0.0.0", 0, "ipv4");

type Read = (text: string) => unknown;
const READERS: [name: string, read: Read, length?: number][] = [
  [
    "a path",
    (text) => [
      getCanonicalPath(`/${text}`),
      getPagePath(text),
      isCacheable(`/${text}x`),
      findBodyLimit(`/backyard/quizzes/editor/${text}`),
    ],
  ],
  ["a query", (text) => readsQuery("/quiz/a", text)],
  ["X-Forwarded-For", (text) => getClientAddress("10.0.0.1", text, proxies)],
  [
    "a whole request",
    (text) => readPlainGet(Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\n${text}`.slice(0, 8_192))),
    REQUEST_LENGTH,
  ],
  [
    "the end of a text",
    (text) => [
      trimEndWhere(`${text}x${text}`, /[\s.,-]/),
      truncateAtWord(`${text}x${text}`, text.length),
    ],
  ],
  ["a list of ZIP codes", (text) => parseZips(`${text}x`)],
];

/**
 * The fastest of three times: a machine that does something else meanwhile makes one slow, but
 * hardly all.
 */
function measure(read: Read, part: string, length: number): number {
  const text = part.repeat(Math.ceil(length / part.length));
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const started = performance.now();
    read(text);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}

/** Whether the time grows faster than the text. It is a ratio, as machines differ. */
function isSlow(read: Read, part: string, length: number): boolean {
  const whole = measure(read, part, length);
  return (
    whole > TOO_LONG_MS ||
    (whole > SURELY_FAST_MS && whole > STEEP * measure(read, part, length / 4))
  );
}

test.each(READERS)(
  "%s of any kind is read in a time that grows with its length",
  (_name, read, length = LENGTH) => {
    expect(PARTS.filter((part) => isSlow(read, part, length))).toEqual([]);
  },
);

test("a pattern that takes quadratic time is found", () => {
  expect(isSlow((text) => /\s+$/.test(`${text}x`), " ", LENGTH)).toBe(true);
});
