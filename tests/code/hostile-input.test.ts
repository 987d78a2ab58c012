import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { parseZips } from "#app/features/providers/parse-zips.ts";
import { cutAtWord } from "#app/lib/cut-at-word.ts";
import { trimEndOf } from "#app/lib/text.ts";
import { findBodyLimit } from "#server/body-limits.ts";
import { clientAddress } from "#server/client-address.ts";
import { canonicalPath, isCacheable, pagePath, readsQuery } from "#server/paths.ts";
import { readPlainGet } from "#server/plain-get.ts";

/** As long as the HTTP server takes headers, or longer. */
const LENGTH = 16_000;
const PARTS = [" ", ",", "%", "%25", "/", "//", ".", ".a", "-", "::ffff:1", "1.", "a: b\r\n", "&a", "?preview", "/_.data", "\n", "\r\n"];
const proxies = new BlockList();
proxies.addSubnet("0.0.0.0", 0, "ipv4");

const READERS: [name: string, read: (text: string) => unknown][] = [
  ["a path", (text) => [canonicalPath(`/${text}`), pagePath(text), isCacheable(`/${text}x`), findBodyLimit(`/backyard/quizzes/editor/${text}`)]],
  ["a query", (text) => readsQuery("/quiz/a", text)],
  ["X-Forwarded-For", (text) => clientAddress("10.0.0.1", text, proxies)],
  ["a whole request", (text) => readPlainGet(Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\n${text}`.slice(0, 8_192)))],
  ["the end of a text", (text) => [trimEndOf(`${text}x${text}`, /[\s.,-]/), cutAtWord(`${text}x${text}`, LENGTH)]],
  ["a list of ZIP codes", (text) => parseZips(`${text}x`)],
];

test.each(READERS)("%s of any kind is read in a moment", (_name, read) => {
  for (const part of PARTS) {
    const text = part.repeat(Math.ceil(LENGTH / part.length));
    const started = performance.now();
    read(text);
    expect.soft(performance.now() - started, JSON.stringify(part)).toBeLessThan(250);
  }
});
