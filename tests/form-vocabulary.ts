import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Values that many forms accept. */
const COMMON_WORDS = [
  "",
  "0",
  "1",
  "-1",
  "true",
  "on",
  "null",
  "[]",
  "{}",
  "[1,2",
  '{"id":',
  "30301",
  "a@example.com",
  "(800) 555-0100",
  "0190163d-8694-739b-aea5-966c26f8ad91",
];

/**
 * Reads the names of fields and the values that schemas accept from the source: without them a
 * random form gets no further than its first check.
 */
export function readFormVocabulary(): { names: string[]; words: string[] } {
  const root = join(import.meta.dirname, "../app/features");
  const found = { names: new Set<string>(), words: new Set<string>(COMMON_WORDS) };
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) continue;
    const source = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of source.matchAll(/\b(\w{1,40}): z\b/g)) found.names.add(name);
    for (const [, name = ""] of source.matchAll(/form\.(?:get|has)\("(\w{1,40})"\)/g))
      found.names.add(name);
    for (const [, word = ""] of source.matchAll(/z\.literal\("([^"\n]{1,60})"\)/g))
      found.words.add(word);
    for (const [, list = ""] of source.matchAll(/z\.enum\(\[([^\]]{1,600})\]/g))
      for (const [, word = ""] of list.matchAll(/"([^"\n]{1,60})"/g)) found.words.add(word);
    for (const [, word = ""] of source.matchAll(/\bintent\W{1,12}"([a-z-]{1,40})"/g))
      found.words.add(word);
  }
  return { names: [...found.names], words: [...found.words] };
}
