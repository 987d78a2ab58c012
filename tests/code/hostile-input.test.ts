import { BlockList } from "node:net";
import { expect, test } from "vitest";
import { findPasswordProblem } from "#app/features/auth/password-choice.server.ts";
import { isStopMessage } from "#app/features/crm/opt-outs/is-stop-message.ts";
import { cutReply } from "#app/features/messages/inbound/cut-reply.ts";
import { hideContacts } from "#app/features/offers/hide-contacts.ts";
import { parseZips } from "#app/features/providers/profile/parse-zips.ts";
import { acceptsEncoding } from "#app/lib/accepted-encoding.ts";
import { trimEndWhere } from "#app/lib/text.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import { findBodyLimit } from "#server/body-limits.ts";
import { getClientAddress } from "#server/client-address.ts";
import { getCanonicalPath, getPagePath, isCacheable, readsQuery } from "#server/paths.ts";
import { readPlainGet } from "#server/plain-get.ts";

/** At least as long as the headers that the HTTP server accepts. */
const LENGTH = 16_000;
/** Up to this length a complete request is parsed before the HTTP server. */
const REQUEST_LENGTH = 8_000;
/** About as long as the longest message. */
const MAIL_LENGTH = 100_000;
const MAX_PASSWORD_LENGTH = 256;
/** Linear parsing takes a fraction of this; a slower text is compared with the same in parts. */
const FAST_MS = 20;
/** Too long on any machine. */
const TOO_LONG_MS = 2_000;
/** In so many parts, linear parsing takes as long as in one, quadratic parsing a 16th of it. */
const PIECES = 16;
const MAX_RATIO = 4;
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
  "br;q=0,",
  ", br ; q = ",
  "On 1\n",
  "On 1 wrote:\n>\n",
  "From:\n",
  "> ",
  "_",
  `${"_".repeat(20)}\n`,
  "-- ",
  "Sent from my ",
  "do not stop ",
  "a@",
  "a@a.a",
  "a[at]",
  "a (at) ",
  "1)",
  "www.",
  "ab",
  "\u{1d482}",
];
const proxies = new BlockList();
proxies.addSubnet("0.0.0.0", 0, "ipv4");

type Parse = (text: string) => unknown;
const PARSERS: [name: string, parse: Parse, length?: number][] = [
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
    "a complete request",
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
  ["Accept-Encoding", (text) => acceptsEncoding(text, "br")],
  ["an emailed answer", (text) => cutReply(text), MAIL_LENGTH],
  ["a message that may be a stop", (text) => isStopMessage(text)],
  [
    "a description with contacts",
    (text) => hideContacts(text, { name: "a ".repeat(100), address: "aaa" }),
  ],
  [
    "a new password",
    (text) => findPasswordProblem(text, { email: "jo@old.example", brand: "Ace" }),
    MAX_PASSWORD_LENGTH,
  ],
];

/**
 * The milliseconds of processor time that parsing so many texts takes, in the fastest of three runs.
 * Other programs on the machine take no part of it.
 */
function measure(parse: Parse, text: string, times: number): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time++) parse(text);
    const { user, system } = process.threadCpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

const repeatTo = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

/** Whether the time grows faster than the text. It is a ratio, as machines differ. */
function isSlow(parse: Parse, part: string, length: number): boolean {
  const whole = measure(parse, repeatTo(part, length), 1);
  if (whole <= FAST_MS) return false;
  return (
    whole > TOO_LONG_MS ||
    whole > MAX_RATIO * measure(parse, repeatTo(part, length / PIECES), PIECES)
  );
}

test.each(PARSERS)(
  "the time to parse %s grows linearly with its length",
  (_name, parse, length = LENGTH) => {
    expect(PARTS.filter((part) => isSlow(parse, part, length))).toEqual([]);
  },
);

test("this test detects quadratic time", () => {
  expect(isSlow((text) => /\s+$/.test(`${text}x`), " ", LENGTH)).toBe(true);
});
